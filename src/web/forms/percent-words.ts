/** How far an upload is: '40 %'. */
export function percentWords(percent: number | undefined): string {
  return percent === undefined ? 'Preparando…' : `${percent} %`
}
