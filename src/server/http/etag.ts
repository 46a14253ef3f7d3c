import type { FastifyRequest } from 'fastify'

/** Whether `If-None-Match` lists this tag, strong or weak. */
export function hasTag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return headers['if-none-match']?.split(',').some((tag) => bare(tag) === bare(etag)) ?? false
}
