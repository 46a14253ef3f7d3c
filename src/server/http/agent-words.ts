/** The first match wins, as other browsers call themselves Chrome and Safari too. */
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

/** Describes a `User-Agent`, such as 'Chrome en Android', without using its text; empty if unknown. */
export function agentWords(header: string): string {
  // Long headers are not worth parsing.
  const text = header.slice(0, 500)
  const browser = BROWSERS.find(([names]) => names.test(text))?.[1]
  const system = SYSTEMS.find(([names]) => names.test(text))?.[1]
  return browser && system ? `${browser} en ${system}` : (browser ?? system ?? '')
}
