import { z } from 'zod'
import * as calls from './calls.ts'
import {
  ACCESS_CODE_SENT,
  ACCESS_MESSAGE_LENGTH,
  ACCESS_NOTE_LENGTH,
  ACCESS_PHONE_LENGTH,
  ACCESS_STATUSES,
  ADULT_REQUIRED,
  INVITATION_LABEL_LENGTH,
  NO_REQUEST,
  RECENT_DAYS,
} from './access-rules.ts'
import { LAST_NAME } from './account-rules.ts'
import { Code, login } from './auth.ts'
import { endpoint, Nothing, pagesOf, reply } from '../endpoint.ts'
import { NAME_LENGTH, SEARCH_LENGTH } from '../limits.ts'
import { knownPhoneError } from '../numbering-plan.ts'
import { optionalPhoneError } from '../orders/recipient.ts'
import { LINK_USED, PASSWORDS_DIFFER } from './password.ts'
import {
  Email,
  Flag,
  IdParams,
  line,
  orNone,
  PageQuery,
  queryText,
  refusedBy,
  requiredLine,
  RequiredName,
  text,
} from '../text.ts'
import { NewUser } from './users.ts'

const LastName = requiredLine(NAME_LENGTH, LAST_NAME)
/** `terms` is required while a page that it names is published. */
const agreed = { adult: z.literal(true, ADULT_REQUIRED), terms: Flag.default(false) }
const Token = z.string(LINK_USED).max(200)

/** `website` is a trap: people do not see the field, so only machines fill it. */
export const AccessAsked = z.object({
  email: Email,
  first_name: RequiredName,
  last_name: LastName,
  /** Stored as typed. */
  phone: orNone(
    line(ACCESS_PHONE_LENGTH, 'El teléfono').superRefine(
      refusedBy((phone) => optionalPhoneError(phone, knownPhoneError)),
    ),
  ),
  message: orNone(text(ACCESS_MESSAGE_LENGTH, 'El mensaje')),
  ...agreed,
  website: z.string().max(300).optional(),
})
export type AccessAsked = z.output<typeof AccessAsked>

/**
 * Above the limits of unconfirmed requests the code is mailed later, at `code_at`; TOO_MANY_REQUESTS above a day of waiting.
 * FORBIDDEN while the shop takes no requests.
 */
export const askForAccess = endpoint(calls.askForAccess, {
  summary: 'Ask for an account; a code goes to the e-mail, and the answer is the same for every address',
  access: 'anyone',
  body: AccessAsked,
  reply: reply(z.object({ message: z.literal(ACCESS_CODE_SENT), code_at: z.iso.datetime().optional() })),
  status: 202,
})

/** WRONG_CODE, the same for a wrong code, an expired one, and an address without a request or with an account. */
export const verifyAccess = endpoint(calls.verifyAccess, {
  summary: 'Confirm the e-mail of a request; `ready` comes with the token of an invitation',
  access: 'anyone',
  body: z.object({ email: Email, code: Code }),
  reply: reply(
    z.object({
      state: z.enum(['waiting', 'ready']),
      invitation: z.string().optional(),
      /** Of a waiting request, for `readAccessState`. */
      request: z.string().optional(),
    }),
  ),
})

const RequestToken = z.object({ token: z.string(NO_REQUEST).max(200, NO_REQUEST) })

export const AccessState = z.object({
  /** `opened` has an account by now; `expired` was not answered, or its invitation was taken back. */
  state: z.enum([...ACCESS_STATUSES, 'opened']),
  /** Masked: `a…@correo.example`. */
  email: z.string(),
  /** Of the decision, for the person. */
  note: z.string(),
  asked_at: z.iso.datetime(),
})
export type AccessState = z.output<typeof AccessState>

/** 404 for an unknown token, and once the request is erased. Only who confirmed the address, or reads its mails, has one. */
export const readAccessState = endpoint(calls.readAccessState, {
  summary: 'The state of an access request, by the token that its confirmation and its mails carry',
  access: 'anyone',
  body: RequestToken,
  reply: reply(AccessState),
})

/** 404 as `readAccessState`; CONFLICT without an open invitation. */
export const openApproved = endpoint(calls.openApproved, {
  summary: 'A new invitation of an approved access request, which replaces the mailed one',
  access: 'anyone',
  body: RequestToken,
  reply: reply(z.object({ invitation: z.string() })),
})

/** Times are UTC. */
export const AccessRequest = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  message: z.string(),
  status: z.enum(ACCESS_STATUSES),
  note: z.string(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** The admin's user name; null if that account was deleted or the shop was `open`. */
  decided_by: z.string().nullable(),
  /** The account that was opened with it. */
  user_id: z.int().nullable(),
  /** Other requests with the same address, name or phone, newest first; at most ten. */
  alike: z.array(
    z.object({
      id: z.int(),
      status: z.enum(ACCESS_STATUSES),
      created_at: z.iso.datetime(),
      same: z.array(z.enum(['email', 'name', 'phone'])),
    }),
  ),
  /** Raised by each change; a decision on an older version is refused as `STALE`. */
  version: z.int(),
})
export type AccessRequest = z.output<typeof AccessRequest>

/** `search`: in the names and the email, word by word, and in the phone. */
const AccessQuery = PageQuery.extend({
  search: queryText(SEARCH_LENGTH),
  status: z.enum(ACCESS_STATUSES).optional().catch(undefined),
})

/** Newest first; carries an ETag. */
export const listAccessRequests = endpoint(calls.listAccessRequests, {
  summary: 'Access requests of one state (waiting by default), with the count of each state in the search',
  access: 'admin',
  needs: 'access',
  query: AccessQuery,
  reply: reply(
    z.object({
      results: z.array(AccessRequest),
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      counts: z.record(z.enum(ACCESS_STATUSES), z.int()),
    }),
  ),
})

const AccessDecision = z.object({
  decision: z.enum(['approve', 'reject', 'resend'], 'La decisión no es válida'),
  note: orNone(text(ACCESS_NOTE_LENGTH, 'La nota')),
  version: z.int('Falta la versión').min(1, 'Falta la versión'),
})

/**
 * STALE when another admin decided since `version`, CONFLICT for a request that is not waiting. `resend` mails an approved
 * one a new link; CONFLICT when it has none to mail.
 */
export const decideAccess = endpoint(calls.decideAccess, {
  summary: 'Approve a request, which mails an invitation, reject it, or mail it again; `note` is in the mail',
  access: 'admin',
  needs: 'access',
  params: IdParams,
  body: AccessDecision,
  reply: reply(AccessRequest),
})

// ---- Invitations -----------------------------------------------------------------------------------------------

export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  label: z.string(),
  /** The user name of the admin, or null. */
  created_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
  /** Who came with it; null until it is used. */
  account: z
    .object({ id: z.int(), username: z.string(), first_name: z.string(), last_name: z.string() })
    .nullable(),
})
export type Invitation = z.output<typeof Invitation>

/** DUPLICATE with a text under `email`. A repeated Idempotency-Key gets the same link. */
export const invite = endpoint(calls.invite, {
  summary:
    'Create an invitation link for an address, shown once, and mail it; replaces an earlier one. Honours Idempotency-Key',
  access: 'admin',
  needs: 'access',
  body: z.object({
    email: Email,
    label: orNone(line(INVITATION_LABEL_LENGTH, 'La referencia')),
    /** Mails the link to the address. */
    mail: Flag.default(false),
  }),
  reply: reply(z.object({ id: z.int(), address: z.string(), expires_at: z.iso.datetime() })),
  status: 201,
})

/** `search`: in the email, the label, and the name of the account that was created with it. */
const InvitationQuery = PageQuery.extend({
  state: z.enum(['open', 'recent']).default('open').catch('open'),
  search: queryText(SEARCH_LENGTH),
})

/** Carries an ETag. */
export const listInvitations = endpoint(calls.listInvitations, {
  summary: `Invitations that are neither used nor revoked, newest first; \`recent\` has those used in the last ${RECENT_DAYS} days too`,
  access: 'admin',
  needs: 'access',
  query: InvitationQuery,
  reply: pagesOf(reply(Invitation)),
})

/** CONFLICT for a used invitation. */
export const revokeInvitation = endpoint(calls.revokeInvitation, {
  summary: 'Revoke an unused invitation',
  access: 'admin',
  needs: 'access',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

/** CONFLICT for a link that is used, revoked, expired or unknown. Does not use the link up. */
export const readInvitation = endpoint(calls.readInvitation, {
  summary: 'The address of an invitation, and a free user name',
  access: 'anyone',
  body: z.object({ token: Token }),
  reply: reply(
    z.object({
      /** Masked: `a…@correo.example`. */
      email: z.string(),
      username: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      /** In the request that it answers; `acceptInvitation` needs `adult` otherwise. */
      adult_declared: z.boolean(),
    }),
  ),
})

const { username, password } = NewUser.shape

export const AcceptedInvitation = z
  .object({
    token: Token,
    /** By default the names of the access request. */
    first_name: RequiredName.optional(),
    last_name: requiredLine(NAME_LENGTH, LAST_NAME).optional(),
    username,
    password,
    password2: z.string(PASSWORDS_DIFFER).max(200),
    ...agreed,
    adult: agreed.adult.optional(),
  })
  .refine((typed) => typed.password === typed.password2, { path: ['password2'], message: PASSWORDS_DIFFER })
export type AcceptedInvitation = z.output<typeof AcceptedInvitation>

/**
 * CONFLICT as `readInvitation`; DUPLICATE with a text under `username`; VALIDATION under `password`, and under `adult`, which
 * is needed unless it is declared already. The account gets the phone of the request.
 */
export const acceptInvitation = endpoint(calls.acceptInvitation, {
  summary: 'Open the account of an invitation, once, and sign in',
  access: 'anyone',
  body: AcceptedInvitation,
  reply: login.reply,
})
