import { queryOptions, useQuery } from '@tanstack/react-query'
import { ADULT_LABEL, type Agreed, TERMS_LABEL } from '../../../contract/accounts/access-rules.ts'
import { pagePath } from '../../../contract/legal/page-rules.ts'
import { call } from '../../data/api.ts'
import { FieldError } from '../../ui/form/field.tsx'

/** The published text pages; the same for everybody. */
export const publishedPages = () =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) => call('listPages', { signal }),
    staleTime: 60_000,
  })

interface AgreementProps {
  form: {
    values: Agreed
    errors: Record<string, string>
    idOf: (field: string) => string
    change: (part: Partial<Agreed>) => void
  }
}

/** Both checkboxes, the second with links to its pages. */
export function Agreement({ form }: AgreementProps) {
  const pages = useQuery(publishedPages()).data?.results ?? []
  const named = pages.filter(({ slug }) => slug === 'terminos' || slug === 'privacidad')
  return (
    <>
      <Promise form={form} name="adult" label={ADULT_LABEL} />
      <Promise form={form} name="terms" label={TERMS_LABEL} />
      {named.length > 0 && (
        <p className="access-texts">
          {named.map(({ slug, title }) => (
            <a key={slug} href={pagePath(slug)} target="_blank" rel="noopener">
              {title}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

function Promise({ form, name, label }: AgreementProps & { name: keyof Agreed; label: string }) {
  const id = form.idOf(name)
  const error = form.errors[name]
  return (
    <div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <label className="access-promise">
        <input
          id={id}
          type="checkbox"
          checked={form.values[name]}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => form.change({ [name]: event.target.checked })}
        />
        <span>{label}</span>
      </label>
    </div>
  )
}
