/**
 * Lets React go on where a translator or an extension has taken its nodes: Chrome replaces each text by `<font><font>…`
 * (https://github.com/facebook/react/issues/11538). React keeps the text that is gone: inserting before it and removing it
 * throw, and a new value shows nowhere.
 */
export function followTranslatedNodes(document: Document): void {
  const standIns = new StandIns(document)
  // oxlint-disable-next-line typescript/unbound-method -- called on their node below
  const { insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const found = standIns.find(this, child)
    if (found) removeChild.call(this, found)
    // An extension has moved it elsewhere.
    else child.parentNode?.removeChild(child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    const place =
      before === null || before.parentNode === this ? before : (standIns.find(this, before) ?? null)
    return insertBefore.call(this, child, place) as Child
  }
}

/** The elements that stand for replaced texts. */
class StandIns {
  readonly #byText = new WeakMap<Node, Element>()
  readonly #observer = new MutationObserver((records) => this.#note(records))

  constructor(document: Document) {
    this.#observer.observe(document, { childList: true, subtree: true })
  }

  /** Where the node is now, below the parent that React knows. */
  find(parent: Node, node: Node): Node | undefined {
    this.#note(this.#observer.takeRecords())
    const found = this.#byText.get(node) ?? node
    return found.parentNode === parent ? found : undefined
  }

  #note(records: MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') this.#showAgain(target as Text) // safe: only texts have such records
      const [added] = [...addedNodes, previousSibling, nextSibling].filter(isForeign)
      if (added === undefined) continue
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue
        this.#byText.set(text, added)
        this.#observer.observe(text, { characterData: true })
      }
    }
  }

  /** A new value takes the place of its translation; a translator then sees it as any new text. */
  #showAgain(text: Text): void {
    const standIn = this.#byText.get(text)
    if (standIn?.isConnected) standIn.replaceWith(text)
    this.#byText.delete(text)
  }
}

/** An element that a translator made. */
function isForeign(node: Node | null): node is Element {
  return node instanceof Element && node.localName === 'font'
}
