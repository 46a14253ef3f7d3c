import { Refusal } from '../../data/api.ts'

/** Why the claim was not filed: `message` in a few words, and what it means for the user. */
export class NotFiled extends Refusal {
  note = ''
}
