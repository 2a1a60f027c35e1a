import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { htmlToText } from '#backoffice/kit/rich-text/text-format.ts'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './CopyDialog.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const wordsIn = (value: Record<string, unknown> | null): string => {
  const text = value?.['value']
  return typeof text === 'string' ? text : ''
}

/** A menu belongs to its channel. */
const COPYABLE = ['content', 'mail', 'channel']

/**
 * Copies changes of a draft to other channels: choose channels, check the effect, add all changes to the same draft.
 */
export function CopyDialog({
  release,
  channel,
  subjects,
  onClose,
}: SelectionProps & { onClose: () => void }) {
  const t = useTranslate()
  const selection = useCopySelection({ release, channel, subjects })
  const { changes, chosen, picked, seen, setSeen, look } = selection
  const copy = useAction('copyChange', {
    done: ({ changed }) => t('wasCopied', { count: changed }),
  })
  const input = { id: release, subjects: chosen, channels: [...picked] }
  return (
    <ModalDialog title={t('copyToChannels')} onClose={onClose}>
      {selection.isRead && chosen.length === 0 ? (
        <Notice kind="warn">{t('nothingToCopy')}</Notice>
      ) : null}
      {chosen.length > 0 ? <p>{t('textsToCopy', { count: chosen.length })}</p> : null}
      {subjects === null && changes.length > 1 ? <ChangesField {...selection} /> : null}
      <ChannelsField channel={channel} selection={selection} />
      {(look.wrong ?? copy.wrong) ? <Notice kind="bad">{look.wrong ?? copy.wrong}</Notice> : null}
      {seen ? <CopyEffect seen={seen} /> : null}
      <div className={css.actions}>
        {seen ? (
          <ActionButton
            look="main"
            busy={copy.busy}
            disabled={seen.changed === 0}
            onClick={() => void copy.run(input).then((done) => done && onClose())}
          >
            {t('copyTo', { count: picked.length })}
          </ActionButton>
        ) : (
          <ActionButton
            look="main"
            busy={look.busy}
            disabled={picked.length === 0 || chosen.length === 0}
            onClick={() => void look.run({ ...input, dry_run: true }).then(setSeen)}
          >
            {t('seeFirst')}
          </ActionButton>
        )}
      </div>
      <p className={css.soft}>{t('copyHelp')}</p>
    </ModalDialog>
  )
}

type SelectionProps = {
  release: string
  /** null: changes of all channels in the draft. */
  channel: string | null
  /** Subjects of this page. null: the complete draft, or a choice. */
  subjects: readonly string[] | null
}
type Selection = ReturnType<typeof useCopySelection>

/** The changes and the channels. Another choice hides the effect that was shown for the last one. */
function useCopySelection({ release, channel, subjects }: SelectionProps) {
  const held = useQuery(staffQuery('release', { id: release }))
  const [picked, setPicked] = useState<readonly string[]>([])
  const [seen, setSeen] = useState<StaffResponse<'copyChange'> | null>(null)
  const look = useAction('copyChange')
  const [left, setLeft] = useState<readonly string[]>([])
  const changes = (held.data?.changes ?? []).filter(
    (change) =>
      COPYABLE.includes(change.kind) &&
      (channel === null || change.channel === channel) &&
      (subjects === null || subjects.includes(change.subject)),
  )
  const chosen = changes.map(({ subject }) => subject).filter((one) => !left.includes(one))
  const sources = new Set(
    changes.filter(({ subject }) => chosen.includes(subject)).map((change) => change.channel),
  )
  const pick = (ids: readonly string[]) => {
    setPicked(ids)
    setSeen(null)
  }
  function take(subject: string, isTaken: boolean) {
    setLeft(isTaken ? left.filter((one) => one !== subject) : [...left, subject])
    setSeen(null)
  }
  const isRead = held.data !== undefined
  return { changes, isRead, chosen, left, take, sources, picked, pick, seen, setSeen, look }
}

function ChangesField({ changes, left, take }: Pick<Selection, 'changes' | 'left' | 'take'>) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <fieldset className={css.channels}>
      <legend>{t('release.changes')}</legend>
      {changes.map((change) => (
        <FormCheckbox
          key={change.subject}
          checked={!left.includes(change.subject)}
          onChange={({ target }) => take(change.subject, target.checked)}
        >
          {fullName(change)}
        </FormCheckbox>
      ))}
    </fieldset>
  )
}

function ChannelsField({
  channel,
  selection: { sources, picked, pick },
}: {
  channel: string | null
  selection: Selection
}) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const [find, setFind] = useState('')
  // A channel cannot be copied to itself.
  const [source] = sources.size === 1 ? sources : [channel]
  const others = (data?.items ?? []).filter(
    ({ id }) => id !== channel && id !== source && id !== SHARED_CHANNEL,
  )
  const wanted = find.trim().toLowerCase()
  const found = others.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
  return (
    <>
      <FormField
        label={t('findChannel')}
        type="search"
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      <fieldset className={css.channels}>
        <legend className="visually-hidden">{t('channels')}</legend>
        {found.map(({ id, name }) => (
          <FormCheckbox
            key={id}
            checked={picked.includes(id)}
            onChange={({ target }) =>
              pick(target.checked ? [...picked, id] : picked.filter((one) => one !== id))
            }
          >
            {name}
          </FormCheckbox>
        ))}
      </fieldset>
      <div className={css.actions}>
        <ActionButton
          little
          onClick={() => pick([...new Set([...picked, ...found.map(({ id }) => id)])])}
        >
          {t('pickAllChannels', { count: found.length })}
        </ActionButton>
        {picked.length > 0 ? (
          <ActionButton little look="plain" onClick={() => pick([])}>
            {t('clearSelection')}
          </ActionButton>
        ) : null}
      </div>
    </>
  )
}

function CopyEffect({ seen }: { seen: StaffResponse<'copyChange'> }) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <>
      <p role="status">
        {t('wouldChange', { count: seen.changed })} {t('alreadySame', { count: seen.same })}
      </p>
      {seen.shown.length > 0 ? (
        // A scrollable area must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t('firstChanges')}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('what')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {seen.shown.map((change) => (
                <tr key={`${change.kind} ${change.subject}`}>
                  <th scope="row">{fullName(change)}</th>
                  <td className={change.reads ? css.soft : undefined}>
                    {htmlToText(wordsIn(change.before ?? change.reads)) || '–'}
                    {change.reads ? ` (${t('ofAllChannels')})` : null}
                  </td>
                  <td>{htmlToText(wordsIn(change.after)) || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}
