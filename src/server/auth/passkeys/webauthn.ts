import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Config } from '../../config.ts'

/** Wraps the WebAuthn library, which is loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

/** A browser's response; the library checks its shape. */
export interface WebAuthnResponse {
  id: string
  response: { clientDataJSON: string; attestationObject?: string | undefined }
}

interface StoredKey {
  credential_id: string
  public_key: Buffer
  counter: number
  /** Separated by spaces. */
  transports: string
}

type RelyingParty = Pick<Config, 'publicUrl'>

/** A passkey belongs to the host of the shop: https://www.w3.org/TR/webauthn-3/#rp-id */
const hostOf = ({ publicUrl }: RelyingParty) => new URL(publicUrl).hostname
const originOf = ({ publicUrl }: RelyingParty) => new URL(publicUrl).origin

/** EdDSA, ES256, RS256: https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
const ALGORITHMS = [-8, -7, -257]

/** Requires user verification (unlocking the device) and a discoverable credential, found without a typed name. */
const SELECTION = { residentKey: 'required', userVerification: 'required' } as const

interface NewKeyFor {
  shopName: string
  username: string
  userId: number
  known: Pick<StoredKey, 'credential_id' | 'transports'>[]
}

export async function creationOptions(party: RelyingParty, { shopName, username, userId, known }: NewKeyFor) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: hostOf(party),
    userName: username,
    userDisplayName: username,
    userID: new Uint8Array(Buffer.from(`surbrote ${userId}`)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({
      id,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: SELECTION,
  })
}

export async function requestOptions(party: RelyingParty) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: hostOf(party), userVerification: 'required' })
}

/** The signed client data; undefined if it cannot be parsed. */
export function challengeIn({ response }: WebAuthnResponse): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const challenge: unknown = Object(said).challenge
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The new credential for this challenge; undefined for an invalid response. */
export async function verifyRegistration(
  party: RelyingParty,
  answer: WebAuthnResponse,
  challenge: string,
): Promise<StoredKey | undefined> {
  if (!(await isWithoutMaker(answer))) return undefined
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON, // safe: the library refuses other shapes
    expectedChallenge: challenge,
    expectedOrigin: originOf(party),
    expectedRPID: hostOf(party),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: transports.filter((way) => /^[a-z-]{1,20}$/.test(way)).join(' '),
  }
}

/**
 * Accepts only no attestation or self attestation. Other formats bring certificates and parsers that strangers could
 * attack. https://www.w3.org/TR/webauthn-3/#sctn-defined-attestation-formats
 */
async function isWithoutMaker({ response }: WebAuthnResponse): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const made = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject ?? ''))
    const format = made.get('fmt')
    return format === 'none' || (format === 'packed' && made.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** The new signature counter if the key signed this challenge; else undefined. */
export async function verifyAssertion(
  party: RelyingParty,
  answer: WebAuthnResponse,
  { challenge, key }: { challenge: string; key: StoredKey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const credential: WebAuthnCredential = {
    id: key.credential_id,
    publicKey: new Uint8Array(key.public_key),
    counter: key.counter,
    transports: transportsOf(key.transports),
  }
  const verified = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON, // safe: the library refuses other shapes
    expectedChallenge: challenge,
    expectedOrigin: originOf(party),
    expectedRPID: hostOf(party),
    credential,
    requireUserVerification: true,
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

function transportsOf(kept: string): string[] {
  return kept.split(' ').filter((way) => way !== '')
}
