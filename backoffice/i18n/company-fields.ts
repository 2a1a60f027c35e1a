/** The seller's data in mails and terms. */
export const COMPANY_FIELDS = [
  'company.company_name',
  'company.company_street_and_number',
  'company.company_postal_code_and_city',
  'company.company_chamber_of_commerce_account',
  'company.company_vat_number',
  'company.email',
  'company.telephone',
] as const
/** The employer's data. */
export const ORGANISATION_FIELDS = [
  'organisation.company',
  'organisation.invoice_address_street',
  'organisation.invoice_address_housenr',
  'organisation.invoice_address_postal_code',
  'organisation.invoice_address_city',
  'organisation.invoice_address_country_code',
  'organisation.delivery_address_street',
  'organisation.delivery_address_housenr',
  'organisation.delivery_address_postal_code',
  'organisation.delivery_address_city',
  'organisation.delivery_address_country_code',
] as const
