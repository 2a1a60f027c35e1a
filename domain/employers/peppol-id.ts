/** Identifier formats of the Peppol schemes that employers here use. Other schemes are not validated. */
const SCHEMES: Partial<Record<string, RegExp>> = {
  // SIREN and SIRET, France.
  '0002': /^\d{9}$/,
  '0009': /^\d{14}$/,
  // GLN.
  '0088': /^\d{13}$/,
  // Chamber of Commerce, Netherlands.
  '0106': /^\d{8}$/,
  // OIN, Netherlands.
  '0190': /^\d{20}$/,
  // Leitweg-ID, Germany.
  '0204': /^\d{2,12}(-[0-9A-Za-z]{1,30})?-\d{2}$/,
  // Enterprise number, Belgium.
  '0208': /^[01]\d{9}$/,
  // VAT numbers of Belgium, Germany, the Netherlands and France.
  '9925': /^BE[01]\d{9}$/i,
  '9930': /^DE\d{9}$/i,
  '9944': /^NL\d{9}B\d{2}$/i,
  '9957': /^FR[0-9A-Z]{2}\d{9}$/i,
}

const PEPPOL_ID = /^(\d{4}):([0-9A-Za-z][0-9A-Za-z.\-_~+]{0,49})$/

/** A Peppol ID is `scheme:identifier`, for example `0106:12345678`. */
export function isPeppolId(text: string): boolean {
  const [, scheme = '', identifier = ''] = PEPPOL_ID.exec(text) ?? []
  if (scheme === '') return false
  return SCHEMES[scheme]?.test(identifier) ?? true
}
