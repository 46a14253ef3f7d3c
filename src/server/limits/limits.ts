const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** At most `max` within `windowMs`, and `gapMs` between two. */
export interface Quota {
  max: number
  windowMs: number
  gapMs?: number
}

const perMinute = (max: number): Quota => ({ max, windowMs: MINUTE })
const perHour = (max: number): Quota => ({ max, windowMs: HOUR })
const perDay = (max: number): Quota => ({ max, windowMs: DAY })

export interface Limit {
  /** Who is counted together. */
  who: string
  /** What counts. */
  what: string
  /** The shortest first, so that what it refuses does not use up the others. */
  quotas: [Quota, ...Quota[]]
  /** What happens above it; refused with 429 by default. */
  above?: string
}

const WAITS = 'waits, for as long as the window; then refused'

const VISITOR_OR_ACCOUNT = 'visitor (address) or account'
const TO_PERSON: Limit['quotas'] = [{ ...perHour(5), gapMs: MINUTE }, perDay(10)]
const GUESSES: Limit['quotas'] = [{ max: 30, windowMs: 10 * MINUTE }]
/**
 * Every limit of what somebody may do in a time; `docs/operating/limits.md` lists them. `RATE_LIMIT_FACTOR` multiplies all.
 * The waits after wrong passwords are in `guesses.ts`.
 */
export const LIMITS = {
  addressRequests: {
    who: 'address',
    what: 'requests of any kind (each instance by itself)',
    quotas: [perMinute(600)],
  },
  accountRequests: {
    who: 'account',
    what: 'requests of any kind (each instance by itself)',
    quotas: [perMinute(300)],
  },

  suggestions: {
    who: 'address',
    what: 'suggestions of the search field (each instance by itself)',
    quotas: [perMinute(60)],
  },

  // Each may be a row of the activity log, which only grows.
  accountChanges: {
    who: 'account of a customer',
    what: 'changes of any kind, orders apart',
    quotas: [perHour(300), perDay(1_000)],
  },

  // Signing in
  signIns: { who: 'account', what: 'right passwords', quotas: [perDay(1_000)] },
  signInFailures: {
    who: 'address',
    what: 'wrong passwords and codes of a second factor from browsers that the account does not know',
    quotas: GUESSES,
  },
  passkeyFailures: { who: 'address', what: 'wrong passkeys', quotas: GUESSES },
  passkeysAsked: { who: 'address', what: 'sign-ins by passkey begun', quotas: [perHour(60)] },
  ownPasskeysAsked: { who: 'account', what: 'confirmations by passkey begun', quotas: [perHour(30)] },

  // Codes and links by mail
  codeFailures: { who: 'address', what: 'wrong codes', quotas: [perHour(60)] },
  codeFailuresOfEmail: {
    who: 'address and e-mail',
    what: 'wrong codes',
    quotas: [{ max: 5, windowMs: 10 * MINUTE }],
  },
  mailsAsked: {
    who: 'address',
    what: 'codes and links asked for and not used',
    quotas: [perHour(60)],
  },
  codesAsked: { who: 'e-mail', what: 'codes asked for', quotas: TO_PERSON },
  codesSent: { who: 'account', what: 'codes sent', quotas: TO_PERSON },
  codesAfterPassword: { who: 'account', what: 'codes sent after the right password', quotas: TO_PERSON },
  codesForNewEmail: { who: 'account', what: 'codes sent to a new e-mail', quotas: TO_PERSON },
  linksByAdmin: { who: 'account', what: 'recovery links sent by the shop', quotas: TO_PERSON },
  linksAsked: {
    who: 'address and e-mail',
    what: 'links asked for, of each kind',
    quotas: [{ ...perHour(3), gapMs: MINUTE }, perDay(5)],
  },
  linksOfEmail: { who: 'e-mail', what: 'links of each kind, whoever asks', quotas: [perDay(50)] },

  // Access requests. Their mails go to anybody's address, until its code is typed, which gives the turn back.
  accessMails: {
    who: 'address, and /56 of IPv6',
    what: 'codes for access requests that were not confirmed',
    quotas: [perDay(20)],
    above: WAITS,
  },
  accessMailsOfNetwork: {
    who: '/24 of IPv4, /48 of IPv6',
    what: 'codes for access requests that were not confirmed',
    quotas: [perDay(40)],
    above: WAITS,
  },
  accessMailsTo: {
    who: 'e-mail',
    what: 'codes for access requests that were not confirmed',
    quotas: [perDay(3)],
    above: WAITS,
  },
  accessMailsOfAll: {
    who: 'all',
    what: 'codes for access requests that were not confirmed',
    quotas: [perDay(400)],
    above: WAITS,
  },
  accessRequests: {
    who: 'all',
    what: 'confirmed access requests',
    quotas: [perDay(200)],
    above: 'wait for the shop, also when it is open to everybody',
  },
  accessMailsToShop: {
    who: 'all',
    what: 'mails about access requests to the shop',
    quotas: [perDay(20)],
    above: 'only in the panel',
  },
  accessFloodMails: {
    who: 'all',
    what: 'mails to the shop about too many access requests',
    quotas: [perDay(1)],
    above: 'only in the panel',
  },
  invitationTries: { who: 'invitation', what: 'tries to open its account', quotas: [perHour(20)] },

  // Orders
  orders: {
    who: 'account',
    what: 'orders, refused ones too',
    quotas: [perMinute(30), perHour(60), perDay(200)],
  },
  orderMails: {
    who: 'account and recipient',
    what: 'mails about orders that the customer places, changes or cancels, to them and to the shop',
    quotas: [perHour(10), perDay(30)],
    above: 'one digest, three hours later',
  },

  // Claims, withdrawals, uploads
  claims: { who: 'account', what: 'claims', quotas: [perDay(10)] },
  visitorClaims: { who: 'address', what: 'claims of visitors', quotas: [perHour(5)] },
  regrets: { who: VISITOR_OR_ACCOUNT, what: 'withdrawals', quotas: [perHour(10)] },
  uploads: { who: 'account', what: 'photos for claims', quotas: [perHour(60)] },
  visitorUploads: { who: 'address', what: 'photos of visitors', quotas: [perHour(12)] },
  mailsToVisitor: {
    who: 'e-mail',
    what: 'confirmations of claims, and of withdrawals, to a typed address',
    quotas: [perDay(3)],
    above: 'no mail',
  },
  mailsToVisitors: {
    who: 'all',
    what: 'confirmations of claims, and of withdrawals, to typed addresses',
    quotas: [perDay(100)],
    above: 'no mail',
  },
  claimMailsToShop: {
    who: 'all visitors',
    what: 'mails about claims to the shop',
    quotas: [perDay(100)],
    above: 'only in the panel',
  },
  regretMailsToShop: {
    who: 'all',
    what: 'mails about withdrawals to the shop',
    quotas: [perDay(200)],
    above: 'only in the panel',
  },

  // Own data, and the shop's own
  ownData: { who: 'account', what: 'downloads of the own data', quotas: [perDay(5)] },
  testMails: { who: 'account', what: 'test mails', quotas: [perHour(10)] },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
