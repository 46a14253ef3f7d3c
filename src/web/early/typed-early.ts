type Field = HTMLInputElement | HTMLTextAreaElement

type BeforeReact = [fields: Field[], focused: Element | null]

/**
 * What the server rendered for a visitor to fill (text and ticks in a posted form, a search, radio buttons), and what has
 * the focus: React replaces all of it where a translator or an extension has changed the page. Call it in the first render.
 */
export function readBeforeReact(root: ParentNode): BeforeReact {
  return [fieldsIn(root), document.activeElement]
}

/**
 * Passes input from before hydration to React, whose next render would reset it. Call it in the layout effect of the first
 * render: nothing can be typed between reading and passing it.
 */
export function tellTypedEarly(root: ParentNode, [before, focused]: BeforeReact): void {
  fieldsIn(root).forEach((field, index) => {
    const old = before[index]
    if (old && !old.isConnected && old.name === field.name) {
      field.value = old.value
      if (field instanceof HTMLInputElement) field.checked = (old as HTMLInputElement).checked // safe: of the same name
      if (old === focused) field.focus()
    }
    if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) choose(field)
    else if (field.value !== field.defaultValue) type(field)
  })
}

function fieldsIn(root: ParentNode): Field[] {
  // File fields are skipped: scripts cannot fill them, and React does not reset them.
  return [
    ...root.querySelectorAll<Field>(
      'form[method=post] :is(input:not([type=file]), textarea), :is(input[type=radio], input[type=search])',
    ),
  ]
}

/** Set by the field's own setter, which React watches, then by the prototype's: React ignores an event without a change. */
function type(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Restores the cursor after React has rendered. Some field types have no selection.
  if (field === document.activeElement && selectionStart !== null) {
    queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd))
  }
}

/** As above: the own setter first, then the browser's own change. */
function choose(field: HTMLInputElement): void {
  // A radio button that lost its mark follows the one that got it.
  if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return
  field.checked = field.defaultChecked
  field.click()
}
