import { useState } from 'react'

import { ChannelName, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ChannelsField.module.css'

/** A longer list gets a search field. */
const MAX_WITHOUT_SEARCH = 12

/**
 * Choice of several channels. The chosen ones are sorted by number, so that a choice that is undone leaves no change.
 */
export function ChannelsField({
  hint,
  leaveOut,
  chosen,
  choose,
}: {
  hint?: string
  /** A channel that cannot be chosen here. */
  leaveOut?: string
  chosen: readonly string[]
  choose: (chosen: string[]) => void
}) {
  const t = useTranslate()
  const { channels, nameOf } = useChannels()
  const [search, setSearch] = useState('')
  // A chosen channel that is not among the user's channels can be removed too, and added again until the user leaves.
  const [initial] = useState(chosen)
  const visible = channels.map(({ id }) => id)
  const listed = [...new Set([...visible, ...initial, ...chosen])].filter((id) => id !== leaveOut)
  const found = listed.filter((id) =>
    `${id} ${nameOf(id)}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <fieldset className={css.channels}>
      <legend>{t('channels')}</legend>
      {hint ? <p className={css.hint}>{hint}</p> : null}
      {listed.length > MAX_WITHOUT_SEARCH ? (
        <FormField
          label={t('channelsSearch')}
          aside={t('channelsChosen', { count: chosen.filter((id) => id !== leaveOut).length })}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // The form around it is saved by its own button.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      <div className={css.list}>
        {found.map((id) => (
          <FormCheckbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              choose(
                target.checked
                  ? [...chosen, id].toSorted()
                  : chosen.filter((chosenId) => chosenId !== id),
              )
            }
          >
            <ChannelName id={id} />
          </FormCheckbox>
        ))}
        {found.length === 0 && search !== '' ? (
          <p className={css.hint}>{t('noResults.search')}</p>
        ) : null}
      </div>
    </fieldset>
  )
}
