import { z } from 'zod'
import * as calls from './calls.ts'
import { login } from './auth.ts'
import { endpoint, reply } from '../endpoint.ts'
import { LINK_USED } from './password.ts'
import { Email } from '../text.ts'

const Token = z.string(LINK_USED).max(200)

/** FORBIDDEN while the setting `sign_in_links` is off. TOO_MANY_REQUESTS as for links that set a password. */
export const requestSignInLink = endpoint(calls.requestSignInLink, {
  summary: 'Mail a link that opens a session; the answer is the same for every address. Never for staff',
  access: 'anyone',
  body: z.object({ email: Email }),
  reply: reply(z.object({ message: z.string() })),
  status: 202,
})

/** CONFLICT for a link that is used, older than 15 minutes or unknown. Does not use the link up. */
export const readSignInLink = endpoint(calls.readSignInLink, {
  summary: 'The account that a link signs in to',
  access: 'anyone',
  body: z.object({ token: Token }),
  reply: reply(
    z.object({
      /** Masked: `a…z`. */
      username: z.string(),
    }),
  ),
})

/** CONFLICT as `readSignInLink`; SECOND_FACTOR_REQUIRED as `login`. */
export const spendSignInLink = endpoint(calls.spendSignInLink, {
  summary: 'Open a session by the token of a mailed link, once; confirms the address',
  access: 'anyone',
  body: z.object({
    token: Token,
    /** As in `login`. */
    device: z.string().max(200).optional(),
  }),
  reply: login.reply,
})
