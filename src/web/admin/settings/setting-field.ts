import type { OrderMails } from '../../../contract/settings/settings.ts'
import type { SettingName } from './settings-draft.ts'
import type { SettingsFormState } from './use-settings-form.ts'

/** Shared by the settings cards. */
export interface CardProps {
  form: SettingsFormState
}

export const ADDRESS = {
  type: 'url',
  inputMode: 'url',
  spellCheck: false,
  maxLength: 300,
  placeholder: 'https://',
} as const

export function bind(
  form: SettingsFormState,
  name: Exclude<
    SettingName,
    | 'address_delivery'
    | 'first_hour_over'
    | 'sign_in_links'
    | 'passkeys'
    | 'restock_notices'
    | 'show_tests'
    | 'data_fiscal_image'
    | keyof OrderMails
  >,
) {
  return { name, ...form.field(name) }
}
