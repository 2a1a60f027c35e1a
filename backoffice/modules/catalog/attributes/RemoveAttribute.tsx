import { useState } from 'react'

import type { Word } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

export type RemoveAttributeProps = {
  word: Word
  words: readonly Word[]
  /** Receives the id of the change, for undo. */
  onDone: (change: string) => void
  /** The attribute was removed. `next`: the attribute that replaced it. */
  onGone: (next: string | null) => void
  /** While the attribute is being removed, the page must not ask for its uses. */
  onGoing: (going: boolean) => void
}

/** Merge, retire or remove. An attribute in use is never lost. */
export function RemoveAttribute(props: RemoveAttributeProps) {
  const others = mergeTargets(props.word, props.words)
  return (
    <>
      {others.length > 0 ? <Merge {...props} others={others} /> : null}
      <RetireOrRemove {...props} />
    </>
  )
}

const mergeTargets = (word: Word, words: readonly Word[]) =>
  words.filter(
    ({ kind, id, parent, retired }) =>
      kind === word.kind &&
      id !== word.id &&
      !retired &&
      (kind !== 'value' || parent === word.parent),
  )

/** Tags of two groups can have the same name. */
function groupText({ kind, parent }: Word, words: readonly Word[]): string {
  if (kind !== 'tag') return ''
  const group = words.find((word) => word.kind === 'group' && word.id === (parent ?? ''))
  return `${group?.name ?? ''}: `
}

function Merge({
  word,
  words,
  others,
  onDone,
  onGone,
  onGoing,
}: RemoveAttributeProps & { others: readonly Word[] }) {
  const t = useTranslate()
  const [into, setInto] = useState('')
  const [reason, setReason] = useState('')
  const target = others.find(({ id }) => id === into)
  const { kind, id, name } = word
  const merge = useAction('mergeAttributes', {
    done: () => t('attribute.merged', { name, into: target?.name ?? into }),
  })
  async function mergeWord() {
    onGoing(true)
    const merged = await merge.run({ kind, id, into, gifts: word.gifts, reason })
    if (!merged) return onGoing(false)
    onDone(merged.change)
    onGone(`${kind} ${into}`)
  }
  return (
    <section className={css.part} aria-label={t('attribute.merge', { name })}>
      <h2>{t('attribute.merge', { name })}</h2>
      <div className={css.actions}>
        <FormSelect
          label={t('attribute.mergeInto')}
          value={into}
          onChange={({ target }) => setInto(target.value)}
        >
          <option value="">–</option>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {groupText(other, words)}
              {other.name}
            </option>
          ))}
        </FormSelect>

        {target ? (
          <>
            <FormField
              label={t('attribute.reason')}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
            <ActionButton busy={merge.busy} onClick={() => void mergeWord()}>
              {t('attribute.mergeAction', { count: word.gifts })}
            </ActionButton>
          </>
        ) : null}
      </div>
      {merge.failure ? <Notice kind="bad">{merge.failure}</Notice> : null}
      <p className={css.soft}>{t('attribute.mergeHelp', { name })}</p>
    </section>
  )
}

function RetireOrRemove({ word, words, onDone, onGone, onGoing }: RemoveAttributeProps) {
  const t = useTranslate()
  const { kind, id, version, name } = word
  const change = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const remove = useAction('removeAttribute', {
    done: () => t('attribute.removed', { name }),
  })
  const holds = kind === 'group' || kind === 'dimension'
  const isUsed =
    word.gifts + word.places > 0 || (holds && words.some(({ parent }) => parent === id))
  const failure = change.failure ?? remove.failure
  async function retire() {
    const changed = await change.run({ kind, id, version, retired: !word.retired })
    if (changed) onDone(changed.change)
  }
  async function removeWord() {
    onGoing(true)
    const removed = await remove.run({ kind, id, version })
    if (!removed) return onGoing(false)
    onDone(removed.change)
    onGone(null)
  }
  return (
    <section className={css.part}>
      <div className={css.actions}>
        {isUsed ? null : (
          <ActionButton variant="bad" busy={remove.busy} onClick={() => void removeWord()}>
            {t('attribute.remove', { name })}
          </ActionButton>
        )}
        {kind === 'group' ? null : (
          <ActionButton busy={change.busy} onClick={() => void retire()}>
            {t(word.retired ? 'attribute.bringBack' : 'attribute.retire', { name })}
          </ActionButton>
        )}
      </div>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      {kind === 'group' ? null : <p className={css.soft}>{t('attribute.retireHelp')}</p>}
    </section>
  )
}
