import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** What an authenticator says of itself: https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
const [PRESENT, VERIFIED, WITH_KEY] = [0x01, 0x04, 0x40]

interface Options {
  challenge: string
  rp?: { id?: string }
  rpId?: string
}

interface Settings {
  /** The origin of the page. */
  origin?: string
  /** False for a touch without user verification. */
  verifies?: boolean
  /** Attestation: none, self, or by a vendor's certificate. */
  attests?: 'none' | 'packed' | 'fido-u2f'
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
      const rpId = options.rp?.id ?? host
      const data = about(rpId, flagsOf(settings) | WITH_KEY, key)
      const clientData = client('webauthn.create', options, settings)
      const { attests = 'none' } = settings
      const point = pointOf(keys.publicKey)
      const ofMaker = Buffer.concat([
        Buffer.alloc(1),
        sha256(Buffer.from(rpId)),
        sha256(clientData),
        id,
        point,
      ])
      const ofKey = Buffer.concat([data, sha256(clientData)])
      const statements = {
        none: map(),
        packed: map('alg', Buffer.from([0x26]), 'sig', bytes(sign('sha256', ofKey, keys.privateKey))),
        'fido-u2f': map(
          'sig',
          bytes(sign('sha256', ofMaker, MAKER.key)),
          'x5c',
          list(bytes(MAKER.certificate)),
        ),
      }
      const attestation = map('fmt', text(attests), 'attStmt', statements[attests], 'authData', bytes(data))
      return answered({
        clientDataJSON: clientData.toString('base64url'),
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
const bytes = (data: Buffer) =>
  Buffer.concat([
    Buffer.from(data.length > 255 ? [0x59, data.length >> 8, data.length & 255] : [0x58, data.length]),
    data,
  ])
const list = (item: Buffer) => Buffer.concat([Buffer.from([0x81]), item])
/** Keys and values in turn. */
const map = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from([0xa0 + parts.length / 2]),
    ...parts.map((part) => (typeof part === 'string' ? text(part) : part)),
  ])

/** ES256 on P-256: https://www.rfc-editor.org/rfc/rfc9053#section-7.1 */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const point = (part: string) => bytes(Buffer.from(part, 'base64url'))
  return Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)])
}

/** Uncompressed: https://www.secg.org/sec1-v2.pdf */
function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from([0x04]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

/** A vendor's attestation certificate, valid until 2126. */
const MAKER = {
  certificate: Buffer.from(
    `MIIBdzCCAR2gAwIBAgIUYgM9tVzHzfAVqdX2RcNvO564MCEwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFbGxhdmUwIBcNMjYxMTI1MjMzMTM5Wh
gPMjEyNjExMDEyMzMxMzlaMBAxDjAMBgNVBAMMBWxsYXZlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIB5+ublm3DDnwiJOlI35qplM4Z4k
EtFGDc2wGUbBVato3LDyO94ASR2LHm1AAYyiHmHwFG3+OogoQLAThl7wPqNTMFEwHQYDVR0OBBYEFEc3tgFZfXkguGpu0w0p0K82a78kMB8GA1
UdIwQYMBaAFEc3tgFZfXkguGpu0w0p0K82a78kMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAKm7g4YPN95QTGy47F4XLQYX
NRjAkKb4GIQM4tXke0/7AiA5Lh9Whx6x3fjoDjLfvsjdT843s0o2duBN1eFyYmCtRg==`,
    'base64',
  ),
  key: createPrivateKey({
    key: Buffer.from(
      `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu1fUlHVYvBUZG7b2saFSRyl6Hxds3WFKZ9hC8olRH5ChRANCAAQgHn65uWbcMO
fCIk6UjfmqmUzhniQS0UYNzbAZRsFVq2jcsPI73gBJHYsebUABjKIeYfAUbf46iChAsBOGXvA+`,
      'base64',
    ),
    format: 'der',
    type: 'pkcs8',
  }),
}
