import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, reply } from '../endpoint.ts'
import { Id, IdParams } from '../text.ts'

/** An active session. Its id is no secret and gives no access. */
export const OpenSession = z.object({
  number: z.int(),
  /** Browser and system, such as 'Chrome en Android'; empty if unknown. */
  agent: z.string(),
  /** The network of the first sign-in, such as 203.0.113.0/24; empty if unknown. */
  address_hint: z.string(),
  created_at: z.iso.datetime(),
  /** When it was opened or last refreshed, at most every twelve minutes. */
  seen_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

const NumberParams = z.object({ number: Id })

/** Ordered by last use, newest first. */
export const listSessions = endpoint(calls.listSessions, {
  summary: 'The open sessions of the caller',
  access: 'customer',
  reply: reply(z.array(OpenSession)),
})

export const endSession = endpoint(calls.endSession, {
  summary: 'End a session of the caller',
  access: 'customer',
  params: NumberParams,
  reply: reply(Nothing),
  status: 204,
})

export const endOtherSessions = endpoint(calls.endOtherSessions, {
  summary: 'End every session of the caller but this one; `ended` is how many',
  access: 'customer',
  reply: reply(z.object({ ended: z.int() })),
})

export const listUserSessions = endpoint(calls.listUserSessions, {
  summary: 'The open sessions of an account',
  access: 'admin',
  params: IdParams,
  reply: reply(z.array(OpenSession)),
})

export const endUserSession = endpoint(calls.endUserSession, {
  summary: 'End a session of an account',
  access: 'admin',
  params: IdParams.extend(NumberParams.shape),
  reply: reply(Nothing),
  status: 204,
})
