/**
 * What was typed into a form that is posted, or chosen among radio buttons, before React knew of it: a field that it
 * holds would be emptied. To be read before it takes the page over; what comes back tells it everything once more.
 */
export function readTypedEarly(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('form[method=post] input, input[type=radio]')]
  const retell = fields.flatMap((field) => {
    if (field.type === 'radio') return field.checked && !field.defaultChecked ? [() => choose(field)] : []
    const { value } = field
    return value === field.defaultValue ? [] : [() => type(field, value)]
  })
  return () => {
    for (const tell of retell) tell()
  }
}

/** Through the setters of the prototype: React watches those of the field, and would take the event for its own echo. */
function type(field: HTMLInputElement, value: string): void {
  setNative(field, 'value', value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function choose(field: HTMLInputElement): void {
  setNative(field, 'checked', false)
  field.click()
}

function setNative(field: HTMLInputElement, property: 'value' | 'checked', to: string | boolean): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, property)?.set?.call(field, to)
}
