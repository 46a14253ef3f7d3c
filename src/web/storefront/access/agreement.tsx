import { queryOptions, useQuery } from '@tanstack/react-query'
import { ADULT_LABEL, type Agreed, TERMS_LABEL, termsTexts } from '../../../contract/accounts/access-rules.ts'
import { pagePath } from '../../../contract/legal/page-rules.ts'
import { listPages } from '../../../contract/legal/calls.ts'
import { call } from '../../data/api.ts'
import { FieldError } from '../../ui/form/field.tsx'

/** The published text pages; the same for everybody. */
export const publishedPages = () =>
  queryOptions({
    queryKey: ['pages'],
    queryFn: ({ signal }) => call(listPages, { signal }),
    staleTime: 60_000,
  })

/** The pages that a new customer accepts, as far as they are published. */
export function useAgreedPages() {
  const pages = useQuery(publishedPages()).data?.results ?? []
  return pages.filter(({ slug }) => slug === 'terminos' || slug === 'privacidad')
}

interface AgreementProps {
  /** Not asked again. */
  isAdultDeclared?: boolean
  form: {
    values: Agreed
    errors: Record<string, string>
    idOf: (field: string) => string
    change: (part: Partial<Agreed>) => void
  }
}

/** The checkboxes. The second has links to its pages, and is left out while there are none. */
export function Agreement({ form, isAdultDeclared = false }: AgreementProps) {
  const named = useAgreedPages()
  const texts = termsTexts(named.map(({ slug }) => slug))
  // The server asks for it when a page was published meanwhile.
  const isAsked = texts !== undefined || form.values.terms || form.errors['terms'] !== undefined
  return (
    <>
      {!isAdultDeclared && <Promise form={form} name="adult" label={ADULT_LABEL} />}
      {isAsked && <Promise form={form} name="terms" label={texts?.label ?? TERMS_LABEL} />}
      {named.length > 0 && (
        <p className="access-texts taps">
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
