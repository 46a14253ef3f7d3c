/** Limits for web and server. Names contain the units. */
export const CATALOGUE_PAGE_SIZE = 6
export const ADMIN_PAGE_SIZE = 9
export const USERS_PAGE_SIZE = 12
export const MAX_PAGE_SIZE = 100
/** Maximum length of the plain array without `page` and `page_size`. */
export const MAX_ARRAY_LENGTH = 100
/** The largest count a search reports. */
export const MAX_FOUND = 5_000

export const HOME_HIGHLIGHTED = 3
/** Varieties of the month on the home page. */
export const TO_SOW = 3
export const HOME_PREFETCHED = 8
export const MAX_RELATED = 4
/** Suggestions of a search. */
export const MAX_SUGGESTED = 6

export const MIN_QUANTITY = 1
export const MAX_QUANTITY = 99
export const MAX_ORDER_LINES = 50
export const MAX_STOCK = 1_000_000
/** 99,999,999.99 pesos: with 50 lines of 99 units a total stays far below 2^53 centavos. */
export const MAX_PRICE_PESOS = 99_999_999.99
/** For one payment. The sum of thousands of payments stays below 2^53 centavos. */
export const MAX_PAYMENT_PESOS = 9_999_999_999.99
export const MAX_ID = 2_147_483_647

/** The last day of a reservation or a report. Calendars of JavaScript and PostgreSQL end at different days. */
export const LAST_DAY = '2999-12-31'

export const LOW_PRODUCT_STOCK = 5
export const LOW_BRAND_STOCK = 10
export const MAX_BANNERS = 4
export const MAX_CLAIM_PHOTOS = 3
export const PICTURE_BYTES = 5_242_880
/** A sheet in the panel; the operator's command takes larger ones. */
export const SHEET_BYTES = 2_097_152
export const LOGO_BYTES = 2_097_152

export const SEARCH_LENGTH = 100
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254
export const DESCRIPTION_LENGTH = 2000
export const NOTES_LENGTH = 5000
export const ADDRESS_LENGTH = 300

export const LOGIN_NAME_MIN = 4
export const LOGIN_PASSWORD_MIN = 6
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PROFILE_NAME_MIN = 2
export const RECIPIENT_NAME_MIN = 3
export const PHONE_DIGITS = 10
export const CODE_DIGITS = 6
/** The shortest time between two codes to the same address. */
export const RESEND_WAIT_SECONDS = 60

export const DETAIL_DESCRIPTION = 300

export const PRODUCT_CACHE_MS = 3 * 60_000
export const BANNER_CACHE_MS = 3 * 60_000
export const PERMISSIONS_CACHE_MS = 5 * 60_000
export const ORDERS_CACHE_MS = 10 * 60_000
export const CAROUSEL_TIMEOUT_MS = 10_000
export const SEARCH_DEBOUNCE_MS = 500
export const URL_GUARD_MS = 300
export const CACHE_VERSION = '1.6'
