/**
 * Structured data of schema.org for search engines, which read the first document. Only the server makes it, behind
 * `import.meta.env.SSR`, so that no page has scripts for it; the browser keeps what it finds.
 */
export function StructuredData({ data }: { data: object[] }) {
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {import.meta.env.SSR ? JSON.stringify(data).replaceAll('<', '\\u003c') : ''}
    </script>
  )
}
