import { audienceKey, readSession } from '../../session/session.ts'

/** Query key of something only the panel asks for. Its screens are rendered for one admin at a time, so the key is theirs. */
export function adminKey<Name extends string>(name: Name) {
  return [audienceKey(readSession()), name] as const
}
