/** Breaks a name of several words into the two lines that are closest in length; one word stays one line. */
export function breakInTwo(name: string): string[] {
  const words = name.split(' ')
  const breaks = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length))
  return breaks.toSorted((a, b) => longest(a) - longest(b))[0] ?? [name]
}
