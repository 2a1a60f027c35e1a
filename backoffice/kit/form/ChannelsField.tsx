import { useState } from 'react'

import { ChannelName, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ChannelsField.module.css'

/** A list of up to this many channels is read faster than searched. */
const READ_AT_ONCE = 12

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
  // A chosen channel that the user does not see can be removed as well, and added again until the page is left.
  const [before] = useState(chosen)
  const own = channels.map(({ id }) => id)
  const listed = [...new Set([...own, ...before, ...chosen])].filter((id) => id !== leaveOut)
  const found = listed.filter((id) =>
    `${id} ${nameOf(id)}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <fieldset className={css.channels}>
      <legend>{t('channels')}</legend>
      {hint ? <p className={css.hint}>{hint}</p> : null}
      {listed.length > READ_AT_ONCE ? (
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
                  : chosen.filter((other) => other !== id),
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
