import { z } from 'zod'
import { knownPhoneError, readPhone } from '../numbering-plan.ts'
import { Name, refusedBy } from '../text.ts'
import { PHONE_INVALID, PHONE_REQUIRED, recipientNameError } from './recipient.ts'

export const RecipientName = Name.superRefine(refusedBy(recipientNameError))

export const Phone = z
  .string(PHONE_REQUIRED)
  .max(40, PHONE_INVALID)
  .superRefine(refusedBy(knownPhoneError))
  .transform((typed) => readPhone(typed) ?? '')
