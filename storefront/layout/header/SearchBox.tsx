import { type FormEvent, lazy, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import { LONGEST_SEARCH, searchIn } from '#contract/shared/list-query.ts'
import { useOpenPanel } from '#storefront/layout/header/use-open-panel.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import css from './SearchBox.module.css'

const SearchSuggestions = lazy(() => import('#storefront/layout/header/SearchSuggestions.tsx'))

/** No suggestions below this length. */
const FEWEST_LETTERS = 2

/** The text of the box, which follows the address. */
function useSearchText() {
  const { pathname, search } = useLocation()
  const searched = pathname === '/products' ? (searchIn(new URLSearchParams(search)) ?? '') : ''
  const [box, setBox] = useState({ typed: searched, seen: searched, own: searched })
  // The address contains another search, so the box shows it. The user's own search may have been edited since and
  // stays.
  if (box.seen !== searched) {
    setBox({ ...box, seen: searched, typed: searched === box.own ? box.typed : searched })
  }
  /** Searches the whole shop: the tags of the current list are removed, its other filters stay. */
  function addressOf(wanted: string) {
    const query = new URLSearchParams(pathname === '/products' ? search : '')
    for (const name of ['tagId', 'mainTagId', 'cc', 'exactly']) query.delete(name)
    query.set('search', wanted)
    return `/products?${query}`
  }
  return {
    typed: box.typed,
    type: (typed: string) => setBox({ ...box, typed }),
    search: (wanted: string) => setBox({ ...box, typed: wanted, own: wanted }),
    addressOf,
  }
}

/** The search box, with suggestions while the user types. */
export function SearchBox() {
  const words = useTexts('headercomponents')
  const { typed, type, search, addressOf } = useSearchText()
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const box = useOpenPanel<HTMLElement>(open, close)
  const wanted = typed.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    close()
    if (wanted === '') return
    search(wanted)
    void navigate(addressOf(wanted))
  }

  return (
    <search ref={box} className={css.search}>
      <form className={css.form} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {words.say('searchPlaceholder')}
        </label>
        <input
          ref={input}
          id={id}
          className={css.input}
          type="search"
          name="search"
          value={typed}
          placeholder={words.text('searchPlaceholder')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          onChange={(event) => {
            type(event.target.value)
            setOpen(true)
          }}
        />
        {typed === '' ? null : (
          <ClearButton label={words.text('searchClear')} onClear={() => type('')} />
        )}
        <button type="submit" className={css.button} aria-label={words.text('searchButton')}>
          <Icon name="search" />
        </button>
      </form>
      {open && wanted.length >= FEWEST_LETTERS ? (
        <QuietBoundary>
          <SearchSuggestions typed={wanted} input={input} onFollow={close} />
        </QuietBoundary>
      ) : null}
    </search>
  )
}

/** The box keeps the focus. */
function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button
      type="button"
      className={css.clear}
      aria-label={label}
      onClick={({ currentTarget }) => {
        onClear()
        currentTarget.form?.querySelector('input')?.focus()
      }}
    >
      <Icon name="close" />
    </button>
  )
}
