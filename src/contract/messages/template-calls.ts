import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { OrderMails } from '../settings/settings.ts'
import { refusedBy, text } from '../text.ts'
import { TEMPLATE_BODY, TEMPLATE_KEYS, TEMPLATE_LENGTH, templateError } from './templates.ts'

/** The current text of a message; `version` 0 is the default text. */
const MessageTemplate = z.object({
  key: z.enum(TEMPLATE_KEYS),
  label: z.string(),
  body: z.string(),
  version: z.int(),
  updated_at: z.iso.datetime().nullable(),
  /** Null for a default text or a deleted account. */
  updated_by: z.string().nullable(),
})
export type MessageTemplate = z.output<typeof MessageTemplate>

/** In the order of an order's steps. `mails`: which mails about orders are sent automatically. */
export const listTemplates = endpoint(calls.listTemplates, {
  summary: 'Message templates for chats, and which mails are automatic',
  access: 'admin',
  needs: 'orders_read',
  reply: reply(z.object({ results: z.array(MessageTemplate), mails: OrderMails })),
})

const TemplateSave = z.object({
  body: text(TEMPLATE_LENGTH, TEMPLATE_BODY).superRefine(refusedBy(templateError)),
  /** Without it the save is not checked for earlier ones. */
  version: z.int('Falta la versión del mensaje').min(0).optional(),
})

/** Saving the default text resets it. NOT_FOUND for an unknown key; STALE. */
export const saveTemplate = endpoint(calls.saveTemplate, {
  summary: 'Save a message template; unknown fields are refused',
  access: 'admin',
  params: z.object({ key: z.enum(TEMPLATE_KEYS) }),
  body: TemplateSave,
  reply: reply(MessageTemplate),
})
