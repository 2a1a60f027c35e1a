import { addressLines } from '#domain/addresses/address-lines.ts'
import type { Address } from '#domain/fulfilment/delivery.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import css from './PostalAddress.module.css'

export function PostalAddress({ address, company = '' }: { address: Address; company?: string }) {
  return <PostalLines lines={addressLines(address, useLanguage(), company)} />
}

export function PostalLines({ lines }: { lines: string[] }) {
  return (
    <address className={css.postal}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}
