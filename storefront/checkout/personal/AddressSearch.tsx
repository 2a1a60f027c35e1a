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
  const words = useTexts('personaldatacomponents')
  const announce = useAnnounce()
  const { text, matches, nothing, type, pick } = useAddressSearch(country, onFound)
  const options = useMemo(
    () =>
      matches.map((match) => ({
        key: `${match.context} ${match.label}`,
        label: highlighted(match),
        detail: match.description,
      })),
    [matches],
  )
  const announcement = nothing
    ? words.text('addressNothing')
    : matches.length > 0
      ? words.text('addressesFound', { count: matches.length })
      : ''
  useEffect(() => announce(announcement), [announcement, matches, announce])
  return (
    <Combobox
      label={words.say('addressSearch')}
      listLabel={words.text('addressSearch')}
      hint={words.say(nothing ? 'addressNothing' : 'addressSearchHint')}
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

function highlighted({ label, highlights }: AddressMatch): ReactNode[] {
  const parts: ReactNode[] = []
  let done = 0
  for (const [from, to] of highlights) {
    parts.push(label.slice(done, from), <mark key={from}>{label.slice(from, to)}</mark>)
    done = to
  }
  return [...parts, label.slice(done)]
}
