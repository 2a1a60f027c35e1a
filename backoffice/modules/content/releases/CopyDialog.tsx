import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { htmlToText } from '#backoffice/kit/rich-text/text-format.ts'
import { valueOf } from '#backoffice/kit/rich-text/value-text.ts'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './CopyDialog.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Menus cannot be copied, because each belongs to its channel. */
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
  const { changes, chosen, targets, effect, setEffect, preview } = selection
  const copy = useAction('copyChange', {
    done: ({ changed }) => t('wasCopied', { count: changed }),
  })
  const input = { id: release, subjects: chosen, channels: [...targets] }
  return (
    <ModalDialog title={t('copyToChannels')} onClose={onClose}>
      {selection.isRead && chosen.length === 0 ? (
        <Notice kind="warn">{t('nothingToCopy')}</Notice>
      ) : null}
      {chosen.length > 0 ? <p>{t('textsToCopy', { count: chosen.length })}</p> : null}
      {subjects === null && changes.length > 1 ? <ChangesField {...selection} /> : null}
      <ChannelsField channel={channel} selection={selection} />
      {(preview.failure ?? copy.failure) ? (
        <Notice kind="bad">{preview.failure ?? copy.failure}</Notice>
      ) : null}
      {effect ? <CopyEffect effect={effect} /> : null}
      <div className={css.actions}>
        {effect ? (
          <ActionButton
            variant="main"
            busy={copy.busy}
            disabled={effect.changed === 0}
            onClick={() => void copy.run(input).then((done) => done && onClose())}
          >
            {t('copyTo', { count: targets.length })}
          </ActionButton>
        ) : (
          <ActionButton
            variant="main"
            busy={preview.busy}
            disabled={targets.length === 0 || chosen.length === 0}
            onClick={() => void preview.run({ ...input, dry_run: true }).then(setEffect)}
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

/** The chosen changes and channels. A new choice hides the effect of the last one. */
function useCopySelection({ release, channel, subjects }: SelectionProps) {
  const draft = useQuery(staffQuery('release', { id: release }))
  const [targets, setTargets] = useState<readonly string[]>([])
  const [effect, setEffect] = useState<StaffResponse<'copyChange'> | null>(null)
  const preview = useAction('copyChange')
  const [deselected, setDeselected] = useState<readonly string[]>([])
  const changes = (draft.data?.changes ?? []).filter(
    (change) =>
      COPYABLE.includes(change.kind) &&
      (channel === null || change.channel === channel) &&
      (subjects === null || subjects.includes(change.subject)),
  )
  const chosen = changes
    .map(({ subject }) => subject)
    .filter((subject) => !deselected.includes(subject))
  const sources = new Set(
    changes.filter(({ subject }) => chosen.includes(subject)).map((change) => change.channel),
  )
  const selectChannels = (ids: readonly string[]) => {
    setTargets(ids)
    setEffect(null)
  }
  function selectChange(subject: string, isSelected: boolean) {
    setDeselected(
      isSelected ? deselected.filter((other) => other !== subject) : [...deselected, subject],
    )
    setEffect(null)
  }
  const isRead = draft.data !== undefined
  return {
    changes,
    isRead,
    chosen,
    deselected,
    selectChange,
    sources,
    targets,
    selectChannels,
    effect,
    setEffect,
    preview,
  }
}

function ChangesField({
  changes,
  deselected,
  selectChange,
}: Pick<Selection, 'changes' | 'deselected' | 'selectChange'>) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <fieldset className={css.channels}>
      <legend>{t('release.changes')}</legend>
      {changes.map((change) => (
        <FormCheckbox
          key={change.subject}
          checked={!deselected.includes(change.subject)}
          onChange={({ target }) => selectChange(change.subject, target.checked)}
        >
          {fullName(change)}
        </FormCheckbox>
      ))}
    </fieldset>
  )
}

function ChannelsField({
  channel,
  selection: { sources, targets, selectChannels },
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
  const searchText = find.trim().toLowerCase()
  const found = others.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(searchText))
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
            checked={targets.includes(id)}
            onChange={({ target }) =>
              selectChannels(
                target.checked ? [...targets, id] : targets.filter((other) => other !== id),
              )
            }
          >
            {name}
          </FormCheckbox>
        ))}
      </fieldset>
      <div className={css.actions}>
        <ActionButton
          small
          onClick={() => selectChannels([...new Set([...targets, ...found.map(({ id }) => id)])])}
        >
          {t('pickAllChannels', { count: found.length })}
        </ActionButton>
        {targets.length > 0 ? (
          <ActionButton small variant="plain" onClick={() => selectChannels([])}>
            {t('clearSelection')}
          </ActionButton>
        ) : null}
      </div>
    </>
  )
}

function CopyEffect({ effect }: { effect: StaffResponse<'copyChange'> }) {
  const t = useTranslate()
  const { fullName } = useNodeNames()
  return (
    <>
      <p role="status">
        {t('wouldChange', { count: effect.changed })} {t('alreadySame', { count: effect.same })}
      </p>
      {effect.shown.length > 0 ? (
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
              {effect.shown.map((change) => (
                <tr key={`${change.kind} ${change.subject}`}>
                  <th scope="row">{fullName(change)}</th>
                  <td className={change.reads ? css.soft : undefined}>
                    {htmlToText(valueOf(change.before ?? change.reads)) || '–'}
                    {change.reads ? ` (${t('ofAllChannels')})` : null}
                  </td>
                  <td>{htmlToText(valueOf(change.after)) || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}
