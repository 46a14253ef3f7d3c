import { audienceKey, readSession } from '../../session/session.ts'

/** Query key of data that only the panel requests. Its screens are rendered for one admin, whose id is part of the key. */
export function adminKey<Name extends string>(name: Name) {
  return [audienceKey(readSession()), name] as const
}
