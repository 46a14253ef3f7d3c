// The sheets of every page: tokens first, then classes without a component. Components import their own sheets.
import '../styles/tokens.css'
import '../styles/fonts.css'
import '../styles/base.css'
import '../ui/button.css'
import '../ui/parts.css'
import '../ui/form/field.css'
// Only the server renders gate, legal links and loader, but the browser needs their sheets.
import '../storefront/shell/age-gate.css'
import '../storefront/shell/footer.css'
