import { paths } from '../../app/paths.ts'

/**
 * The law's links below the footer of the storefront. Plain markup, rendered by the server and never hydrated: links to
 * pages without the age gate load whole documents. Its sheet shows it only where there is a footer.
 */
export function LegalLinks() {
  return (
    <nav className="legal-links" aria-label="Información legal">
      <ul className="legal-links-list page">
        <li>
          <a className="legal-links-regret" href={paths.regret()}>
            Botón de arrepentimiento
          </a>
        </li>
      </ul>
    </nav>
  )
}
