import { type FormEvent, lazy, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import { LONGEST_SEARCH, searchIn } from '#contract/shared/list-query.ts'
import { useOpenPanel } from '#storefront/layout/header/use-open-panel.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import css from './SearchBox.module.css'

const SearchSuggestions = lazy(() => import('#storefront/layout/header/SearchSuggestions.tsx'))

/** The shortest text with suggestions. */
const MIN_LETTERS = 2

/** The text of the search box. It changes when the address gets another search. */
function useSearchText() {
  const { pathname, search } = useLocation()
  const searched = pathname === '/products' ? (searchIn(new URLSearchParams(search)) ?? '') : ''
  const [state, setState] = useState({
    typed: searched,
    lastSearched: searched,
    submitted: searched,
  })
  if (state.lastSearched !== searched) {
    // A search from this box is not copied into it, because the user may have typed on in the meantime.
    const typed = searched === state.submitted ? state.typed : searched
    setState({ ...state, lastSearched: searched, typed })
  }
  /** The address of a search in all gifts: the tags of the current list are removed, its other filters stay. */
  function addressOf(text: string) {
    const query = new URLSearchParams(pathname === '/products' ? search : '')
    for (const name of ['tagId', 'mainTagId', 'cc', 'exactly']) query.delete(name)
    query.set('search', text)
    return `/products?${query}`
  }
  return {
    typed: state.typed,
    type: (typed: string) => setState({ ...state, typed }),
    search: (text: string) => setState({ ...state, typed: text, submitted: text }),
    addressOf,
  }
}

/** The search box, with suggestions while the user types. */
export function SearchBox() {
  const texts = useTexts('headercomponents')
  const { typed, type, search, addressOf } = useSearchText()
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const box = useOpenPanel<HTMLElement>(open, close)
  const term = typed.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    close()
    if (term === '') return
    search(term)
    void navigate(addressOf(term))
  }

  return (
    <search ref={box} className={css.search}>
      <form className={css.form} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {texts.jsx('searchPlaceholder')}
        </label>
        <input
          ref={input}
          id={id}
          className={css.input}
          type="search"
          name="search"
          value={typed}
          placeholder={texts.text('searchPlaceholder')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          onChange={(event) => {
            type(event.target.value)
            setOpen(true)
          }}
        />
        {typed === '' ? null : (
          <ClearButton label={texts.text('searchClear')} onClear={() => type('')} />
        )}
        <button type="submit" className={css.button} aria-label={texts.text('searchButton')}>
          <Icon name="search" />
        </button>
      </form>
      {open && term.length >= MIN_LETTERS ? (
        <QuietBoundary>
          <SearchSuggestions typed={term} input={input} onFollow={close} />
        </QuietBoundary>
      ) : null}
    </search>
  )
}

/** Clears the box and moves the focus back to it. */
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
