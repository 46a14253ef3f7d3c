/** Random numbers that are the same on every machine: each drawing seeds its own generator with its slug. */
export type Random = () => number

export function seededRandom(seed: string): Random {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function hash(text: string): number {
  let value = 1779033703 ^ text.length
  for (const character of text) {
    value = Math.imul(value ^ character.charCodeAt(0), 3432918353)
    value = (value << 13) | (value >>> 19)
  }
  return value >>> 0
}
