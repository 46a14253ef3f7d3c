/**
 * Lets React go on where a translator or an extension has taken its nodes: Chrome replaces each text by `<font><font>…`
 * (https://issues.chromium.org/issues/41407169, https://github.com/facebook/react/issues/11538). React keeps the text
 * that is gone: inserting before it and removing it throw, and a new value shows nowhere.
 */
export function followTranslatedNodes(document: Document): void {
  /** By a replaced text, the element that stands for it. */
  const standIns = new WeakMap<Node, Element>()
  // oxlint-disable-next-line typescript/unbound-method -- called on their node below
  const { insertBefore, removeChild } = Node.prototype

  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  function note(records: MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') showAgain(target as Text)
      const [added] = [...addedNodes, previousSibling, nextSibling].filter(isForeign)
      if (added === undefined) continue
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue
        standIns.set(text, added)
        observer.observe(text, { characterData: true })
      }
    }
  }

  /** A new value takes the place of its translation; a translator then sees it as any new text. */
  function showAgain(text: Text): void {
    const standIn = standIns.get(text)
    if (standIn?.isConnected) standIn.replaceWith(text)
    standIns.delete(text)
  }

  /** Where the node is now, for the parent that React knows. */
  function find(parent: Node, node: Node): Node | undefined {
    note(observer.takeRecords())
    const standIn = standIns.get(node) ?? node
    return standIn.parentNode === parent ? standIn : undefined
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const found = find(this, child)
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
    const place = before === null || before.parentNode === this ? before : (find(this, before) ?? null)
    return insertBefore.call(this, child, place) as Child
  }
}

/** An element that a translator made. */
function isForeign(node: Node | null): node is Element {
  return node instanceof Element && node.localName === 'font'
}
