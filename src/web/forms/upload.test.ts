import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../data/api.ts'
import { sendUpload } from '../data/send-upload.ts'
import { startUpload, type UploadState } from './upload.ts'

vi.mock('virtual:endpoints', () => ({ default: {} }))
vi.mock('../data/send-upload.ts', () => ({ sendUpload: vi.fn<typeof sendUpload>() }))
const send = vi.mocked(sendUpload)
const file = new File(['x'], 'foto.png', { type: 'image/png' })

afterEach(() => send.mockReset())

function start() {
  const states: UploadState[] = []
  return { states, upload: startUpload(file, 'product', (state) => states.push(state)) }
}

describe('startUpload', () => {
  it('reports progress and the address of the picture', async () => {
    send.mockImplementation(async (_file, { onProgress }) => {
      onProgress(40)
      return 'https://tienda.example/media/1'
    })
    const { states, upload } = start()
    await upload.ended
    expect(states).toEqual([
      { step: 'sending', percent: 0 },
      { step: 'sending', percent: 40 },
      { step: 'done', address: 'https://tienda.example/media/1' },
    ])
  })

  it('reports why it failed', async () => {
    const refusal = new Refusal(413, { error: 'Es demasiado grande' })
    send.mockRejectedValue(refusal)
    const { states, upload } = start()
    await upload.ended
    expect(states.at(-1)).toEqual({ step: 'failed', refusal })
  })

  it('reports nothing after it was cancelled', async () => {
    send.mockImplementation(async (_file, { signal, onProgress }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      onProgress(90)
      throw new Refusal(0, {})
    })
    const { states, upload } = start()
    upload.cancel()
    await upload.ended
    expect(states).toEqual([{ step: 'sending', percent: 0 }])
  })
})
