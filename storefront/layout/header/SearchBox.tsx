import { type FormEvent, useId, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import { LONGEST_SEARCH, searchIn } from '#contract/shared/list-query.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './SearchBox.module.css'

/** Searches the whole shop: the tags of the current list are removed, its other filters stay. */
export function SearchBox() {
  const words = useTexts('headercomponents')
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const searched = pathname === '/products' ? (searchIn(new URLSearchParams(search)) ?? '') : ''
  const [box, setBox] = useState({ typed: searched, seen: searched, own: searched })
  // The address contains another search, so the box shows it. The user's own search may have been edited since and
  // stays.
  if (box.seen !== searched) {
    setBox({ ...box, seen: searched, typed: searched === box.own ? box.typed : searched })
  }
  const { typed } = box

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = typed.trim()
    if (wanted === '') return
    const query = new URLSearchParams(pathname === '/products' ? search : '')
    for (const name of ['tagId', 'mainTagId', 'cc', 'exactly']) query.delete(name)
    query.set('search', wanted)
    setBox({ ...box, typed: wanted, own: wanted })
    void navigate(`/products?${query}`)
  }

  return (
    <search className={css.search}>
      <form className={css.form} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          {words.say('searchPlaceholder')}
        </label>
        <input
          id={id}
          className={css.input}
          type="search"
          name="search"
          value={typed}
          placeholder={words.text('searchPlaceholder')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          onChange={(event) => setBox({ ...box, typed: event.target.value })}
        />
        <button type="submit" className={css.button} aria-label={words.text('searchButton')}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}
