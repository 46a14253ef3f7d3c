import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator says of itself: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]

interface Options {
  challenge: string
  rp?: { id?: string }
  rpId?: string
}

interface Settings {
  /** Where the page is that asks. */
  origin?: string
  /** False: the person only touched it. */
  verifies?: boolean
}

/** A passkey in software, for a shop at `publicUrl`: its answers are those of a browser. */
export function newAuthenticator(publicUrl: string) {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const about = (rpId: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, rest])
  }
  const flagsOf = ({ verifies = true }: Settings) => PRESENT | (verifies ? VERIFIED : 0)
  const answered = (response: Record<string, string>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  const client = (type: string, { challenge }: Options, { origin = publicUrl }: Settings) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const host = new URL(publicUrl).hostname
  return {
    /** The answer to the options of a new passkey. */
    create(options: Options, settings: Settings = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseOf(keys.publicKey)])
      const data = about(options.rp?.id ?? host, flagsOf(settings) | WITH_KEY, key)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      return answered({
        clientDataJSON: client('webauthn.create', options, settings).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      })
    },
    /** The answer to the options of a sign-in. */
    get(options: Options, settings: Settings = {}) {
      counter += 1
      const data = about(options.rpId ?? host, flagsOf(settings))
      const clientData = client('webauthn.get', options, settings)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), keys.privateKey)
      return answered({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** CBOR: https://www.rfc-editor.org/rfc/rfc8949 */
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const bytes = (data: Buffer) => Buffer.concat([Buffer.from([0x58, data.length]), data])

/** ES256 on P-256: https://www.rfc-editor.org/rfc/rfc9053#section-7.1 */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const point = (part: string) => bytes(Buffer.from(part, 'base64url'))
  return Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)])
}
