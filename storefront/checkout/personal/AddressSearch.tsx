import { type ReactNode, useEffect, useMemo } from 'react'

import type { Country } from '#domain/addresses/countries.ts'
import {
  type AddressMatch,
  type FoundAddress,
  useAddressSearch,
} from '#storefront/checkout/personal/use-address-search.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Combobox } from '#ui/fields/Combobox.tsx'

/** Optional help with the address. It never blocks the form. */
export function AddressSearch({
  country,
  onFound,
}: {
  country: Country
  onFound: (address: FoundAddress) => void
}) {
  const texts = useTexts('personaldatacomponents')
  const announce = useAnnounce()
  const { text, matches, isNotFound, type, pick } = useAddressSearch(country, onFound)
  const options = useMemo(
    () =>
      matches.map((match) => ({
        key: `${match.context} ${match.label}`,
        label: highlightedLabel(match),
        detail: match.description,
      })),
    [matches],
  )
  const found = matches.length > 0 ? texts.text('addressesFound', { count: matches.length }) : ''
  const announcement = isNotFound ? texts.text('addressNothing') : found
  useEffect(() => announce(announcement), [announcement, matches, announce])
  return (
    <Combobox
      label={texts.jsx('addressSearch')}
      listLabel={texts.text('addressSearch')}
      hint={texts.jsx(isNotFound ? 'addressNothing' : 'addressSearchHint')}
      value={text}
      options={options}
      onType={type}
      onPick={(index) => {
        const match = matches[index]
        if (match) pick(match)
      }}
    />
  )
}

function highlightedLabel({ label, highlights }: AddressMatch): ReactNode[] {
  const parts: ReactNode[] = []
  let position = 0
  for (const [from, to] of highlights) {
    parts.push(label.slice(position, from), <mark key={from}>{label.slice(from, to)}</mark>)
    position = to
  }
  return [...parts, label.slice(position)]
}
