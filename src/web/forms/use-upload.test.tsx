import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { useForm } from './use-form.ts'
import { counted } from './use-upload.ts'

afterEach(() => void vi.unstubAllGlobals())

it('a form counts the uploads below it, also those whose field is removed', () => {
  let running = 0
  const count = (change: (running: number) => number) => void (running = change(running))
  const [first, second, idle] = [counted(true, count), counted(true, count), counted(false, count)]
  expect([running, idle]).toEqual([2, undefined])
  first?.()
  second?.()
  expect(running).toBe(0)
})

it('a form waits for its uploads', () => {
  const send = vi.fn(async () => {})
  let form: ReturnType<typeof useForm<{ title: string }>> | undefined
  function Probe() {
    form = useForm({ base: { title: '' }, idOf: (field) => field, failed: 'Error' })
    return null
  }
  renderToStaticMarkup(<Probe />)
  // A form looks at its controls before it sends.
  vi.stubGlobal('HTMLInputElement', EventTarget)
  vi.stubGlobal('document', { getElementById: () => null })
  const event = { preventDefault: () => {} } as React.FormEvent // safe: all that a form reads
  form?.onSubmit(send, true)(event)
  expect(send).not.toHaveBeenCalled()
  form?.onSubmit(send, false)(event)
  expect(send).toHaveBeenCalledTimes(1)
})
