import { afterEach, describe, expect, it, vi } from 'vitest'
import { PICTURE_BYTES } from '../../contract/limits.ts'
import {
  HEIC_PICTURE,
  PICTURE_TOO_LARGE,
  pictureFileError,
  STAYS_TOO_LARGE,
} from '../../contract/pictures.ts'
import { Refusal } from '../data/api.ts'
import { sendUpload } from '../data/send-upload.ts'
import { madeSmaller } from './make-smaller.ts'
import { refusedAtOnce, startUpload, type UploadState } from './upload.ts'

vi.mock('../data/send-upload.ts', () => ({ sendUpload: vi.fn<typeof sendUpload>() }))
vi.mock('./make-smaller.ts', () => ({ madeSmaller: vi.fn<typeof madeSmaller>() }))
const send = vi.mocked(sendUpload)
const smaller = vi.mocked(madeSmaller)
const file = new File(['x'], 'foto.png', { type: 'image/png' })
const photo = new File([new Uint8Array(PICTURE_BYTES + 1)], 'foto.jpg', { type: 'image/jpeg' })

afterEach(() => {
  send.mockReset()
  smaller.mockReset()
})

function start(sent = file) {
  const states: UploadState[] = []
  return {
    states,
    upload: startUpload(sent, { preset: 'product', check: pictureFileError }, (state) => states.push(state)),
  }
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

  it.each([photo, new File(['x'], 'IMG_1.HEIC'), new File(['x'], 'a', { type: 'image/heic' })])(
    'sends a smaller version of %o',
    async (large) => {
      smaller.mockResolvedValue(file)
      send.mockResolvedValue('https://tienda.example/media/1')
      expect(refusedAtOnce(large, { check: pictureFileError })).toBeUndefined()
      const { states, upload } = start(large)
      await upload.ended
      expect(send).toHaveBeenCalledWith(file, expect.objectContaining({ preset: 'product' }))
      expect(states.map((state) => ('percent' in state ? state.percent : state.step))).toEqual([
        undefined,
        0,
        'done',
      ])
    },
  )

  it('refuses a photo that could not be made smaller, without sending it', async () => {
    smaller.mockResolvedValue(photo)
    const { states, upload } = start(photo)
    await upload.ended
    expect(states.at(-1)).toEqual({ step: 'refused', problem: PICTURE_TOO_LARGE })
    expect(send).not.toHaveBeenCalled()
  })

  it('says what to do with a photo that this browser cannot decode', async () => {
    const heic = new File(['x'], 'IMG_1.HEIC')
    const huge = new File([new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array(PICTURE_BYTES)], 'foto.jpg', {
      type: 'image/jpeg',
    })
    smaller.mockImplementation(async (sent) => sent)
    for (const [sent, problem] of [
      [heic, HEIC_PICTURE],
      [huge, STAYS_TOO_LARGE],
    ] as const) {
      const { states, upload } = start(sent)
      await upload.ended
      expect(states.at(-1)).toEqual({ step: 'refused', problem })
    }
    expect(send).not.toHaveBeenCalled()
  })

  it('sends nothing when it is cancelled while it is made smaller', async () => {
    let made: (file: File) => void = () => undefined
    smaller.mockReturnValue(new Promise((resolve) => (made = resolve)))
    const { states, upload } = start(photo)
    await vi.waitFor(() => expect(smaller).toHaveBeenCalledOnce())
    upload.cancel()
    made(file)
    await upload.ended
    expect(send).not.toHaveBeenCalled()
    expect(states).toEqual([{ step: 'sending', percent: undefined }])
  })

  it('refuses other files immediately', () => {
    for (const name of ['notas.txt', 'dibujo.svg'])
      expect(
        refusedAtOnce(new File(['x'], name, { type: 'text/plain' }), { check: pictureFileError }),
      ).toBeDefined()
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
