/**
 * Tells React what was typed into a form that is posted, or chosen among radio buttons, before it knew of them: it would
 * empty them when it next draws. To be called in the layout effect of the first drawing, where nothing can be typed
 * between the reading and the telling.
 */
export function tellTypedEarly(root: ParentNode): void {
  // A page may choose no file for anybody; React leaves such a field alone.
  for (const field of root.querySelectorAll<HTMLInputElement>(
    'form[method=post] input:not([type=file]), input[type=radio]',
  )) {
    if (field.type === 'radio') {
      if (field.checked && !field.defaultChecked) choose(field)
    } else if (field.value !== field.defaultValue) type(field)
  }
}

/** By its own setter, which React watches, and then by that of the prototype: otherwise the event is taken for an echo. */
function type(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field
  field.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Whoever is typing goes on where they were, once React has drawn. Some types of field know of no such place.
  if (field === document.activeElement && selectionStart !== null) {
    queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd))
  }
}

function choose(field: HTMLInputElement): void {
  field.checked = false
  field.click()
}
