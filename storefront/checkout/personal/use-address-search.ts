import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { alpha3, type Country } from '#domain/addresses/countries.ts'
import { randomHex } from '#ui/lib/random-key.ts'
import { call } from '#storefront/api/shop-client.ts'

export type AddressMatch = Answer<'searchAddress'>['matches'][number]
export type FoundAddress = Answer<'addressDetails'>['address']

const LANGUAGE = 'en-GB'

/** A short text is still the beginning of something; a longer one is waited for until the fingers rest. */
const delayMs = (text: string) => (text.length > 3 ? 300 : 10)

/**
 * What the service offers for what is typed. A match that is no whole address yet opens what lies in it;
 * where only one is left it is taken. Whatever goes wrong shows nothing: the fields can always be filled by hand.
 */
export function useAddressSearch(country: Country, onFound: (address: FoundAddress) => void) {
  const [text, setText] = useState('')
  const [matches, setMatches] = useState<AddressMatch[]>([])
  /** The service looked, and knows no such address. */
  const [nothing, setNothing] = useState(false)
  const context = useRef(alpha3(country) ?? '')
  const session = useRef('')
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const turns = turn
    return () => {
      clearTimeout(timer.current)
      turns.current += 1
    }
  }, [])

  // The service counts one look-up per session, from the first key to the address that was found.
  const headers = () => ({ 'X-Autocomplete-Session': (session.current ||= randomHex(16)) })

  function type(typed: string) {
    setText(typed)
    setNothing(false)
    clearTimeout(timer.current)
    turn.current += 1
    if (typed.trim() === '') {
      context.current = alpha3(country) ?? ''
      setMatches([])
    } else timer.current = setTimeout(() => void search(typed, context.current), delayMs(typed))
  }

  async function search(term: string, within: string) {
    const mine = (turn.current += 1)
    const asked = { context: within, term, language: LANGUAGE }
    const outcome = await call('searchAddress', asked, { headers: headers() }).catch(() => null)
    if (mine !== turn.current) return
    if (outcome === null || refused(outcome)) return setMatches([])
    if (outcome.newContext !== undefined) context.current = outcome.newContext
    const [only, ...others] = outcome.matches
    // One that leads back to where it was found would be taken for ever.
    if (only && others.length === 0 && only.context !== within) return follow(only)
    setNothing(outcome.matches.length === 0)
    return setMatches(outcome.matches)
  }

  async function follow(match: AddressMatch): Promise<void> {
    if (match.precision !== 'Address') return search(match.value, match.context)
    setMatches([])
    const mine = (turn.current += 1)
    const outcome = await call(
      'addressDetails',
      { context: match.context },
      { headers: headers() },
    ).catch(() => null)
    if (mine !== turn.current || outcome === null || refused(outcome)) return
    session.current = ''
    onFound(outcome.address)
  }

  /** Chosen from the list: the box then holds it, and what is typed behind it goes on from there. */
  function pick(match: AddressMatch) {
    clearTimeout(timer.current)
    setText(match.precision === 'Address' ? match.value.trim() : match.value)
    if (match.precision !== 'Address') context.current = match.context
    void follow(match)
  }

  return { text, matches, nothing, type, pick }
}
