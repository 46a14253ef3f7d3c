/** By the first word of the header that names one: the others call themselves Chrome and Safari too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** A `User-Agent` in words, such as 'Chrome en Android'. Nothing of its text is kept; empty when it names none of these. */
export function agentWords(header: string): string {
  // It may be long, and is of no use then.
  const text = header.slice(0, 500)
  const browser = BROWSERS.find(([names]) => names.test(text))?.[1]
  const system = SYSTEMS.find(([names]) => names.test(text))?.[1]
  return browser && system ? `${browser} en ${system}` : (browser ?? system ?? '')
}
