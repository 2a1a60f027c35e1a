import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { alpha3, type Country } from '#domain/addresses/countries.ts'
import { randomHex } from '#ui/lib/random-key.ts'
import { call } from '#storefront/api/shop-client.ts'

export type AddressMatch = Answer<'searchAddress'>['matches'][number]
export type FoundAddress = Answer<'addressDetails'>['address']

const LANGUAGE = 'en-GB'

/** Short texts are searched at once; for longer ones the search waits for a pause in typing. */
const delayMs = (text: string) => (text.length > 3 ? 300 : 10)

/**
 * Suggestions of the service for the typed text. A match that is only part of an address loads the addresses in it,
 * and a single one is taken at once. On any failure nothing is shown: the fields can be filled by hand.
 */
export function useAddressSearch(country: Country, onFound: (address: FoundAddress) => void) {
  const [text, setText] = useState('')
  const [matches, setMatches] = useState<AddressMatch[]>([])
  const [isNotFound, setIsNotFound] = useState(false)
  const context = useRef(alpha3(country) ?? '')
  const session = useRef('')
  const latestRequest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const request = latestRequest
    return () => {
      clearTimeout(timer.current)
      request.current += 1
    }
  }, [])

  // The service bills one lookup per session, from the first key to the found address.
  const headers = () => ({ 'X-Autocomplete-Session': (session.current ||= randomHex(16)) })

  function type(typed: string) {
    setText(typed)
    setIsNotFound(false)
    clearTimeout(timer.current)
    latestRequest.current += 1
    if (typed.trim() === '') {
      context.current = alpha3(country) ?? ''
      setMatches([])
    } else timer.current = setTimeout(() => void search(typed, context.current), delayMs(typed))
  }

  async function search(term: string, within: string) {
    const requestNumber = (latestRequest.current += 1)
    const input = { context: within, term, language: LANGUAGE }
    const outcome = await call('searchAddress', input, { headers: headers() }).catch(() => null)
    if (requestNumber !== latestRequest.current) return
    if (outcome === null || refused(outcome)) return setMatches([])
    if (outcome.newContext !== undefined) context.current = outcome.newContext
    const [only, ...others] = outcome.matches
    // A match that leads back to the same context would be selected for ever.
    if (only && others.length === 0 && only.context !== within) return openMatch(only)
    setIsNotFound(outcome.matches.length === 0)
    return setMatches(outcome.matches)
  }

  async function openMatch(match: AddressMatch): Promise<void> {
    if (match.precision !== 'Address') return search(match.value, match.context)
    setMatches([])
    const requestNumber = (latestRequest.current += 1)
    const outcome = await call(
      'addressDetails',
      { context: match.context },
      { headers: headers() },
    ).catch(() => null)
    if (requestNumber !== latestRequest.current || outcome === null || refused(outcome)) return
    session.current = ''
    onFound(outcome.address)
  }

  /** A selected match fills the box, and further typing refines it. */
  function pick(match: AddressMatch) {
    clearTimeout(timer.current)
    setText(match.precision === 'Address' ? match.value.trim() : match.value)
    if (match.precision !== 'Address') context.current = match.context
    void openMatch(match)
  }

  return { text, matches, isNotFound, type, pick }
}
