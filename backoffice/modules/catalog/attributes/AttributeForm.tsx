import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { giftsOf, type Word } from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import {
  AttributeFields,
  type AttributeValues,
} from '#backoffice/modules/catalog/attributes/AttributeFields.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './AttributesPage.module.css'

type AttributeFormProps = {
  word: Word
  words: readonly Word[]
  me: string
  mayWrite: boolean
  /** Who may, where the reader may not. */
  keepers: readonly string[]
  /** Receives the id of the change, for undo. */
  onDone: (change: string) => void
  /** It is not there any more; what took its place. */
  onGone: (next: string | null) => void
}

/** One attribute: its names, its uses, and the actions that remove it. */
export function AttributeForm(props: AttributeFormProps) {
  const t = useTranslate()
  const { word, words, mayWrite, keepers } = props
  // While the attribute is being removed, its uses are not requested.
  const [going, setGoing] = useState(false)
  return (
    <div className={css.open}>
      {keepers.length > 0 ? (
        <Notice kind="info">{t('attribute.sharedHelp', { names: keepers.join(', ') })}</Notice>
      ) : null}
      <Names {...props} />
      {going ? null : <Uses word={word} words={words} />}
      {mayWrite ? <Ways {...props} onGoing={setGoing} /> : null}
    </div>
  )
}

const valuesOf = ({ texts, hexcode, supplier_email, parent }: Word) => ({
  texts,
  hexcode: hexcode ?? '',
  mail: supplier_email,
  parent: parent ?? '',
})

function Names({ word, words, me, mayWrite, onDone }: AttributeFormProps) {
  const t = useTranslate()
  const stands = valuesOf(word)
  const draft = useDraft<AttributeValues & { parent: string }>(
    `${me}.word.${word.kind}.${word.id}`,
    stands,
  )
  // What was typed was typed over this version, also when another one has come since.
  const [seen, setSeen] = useState<Word | null>(null)
  const action = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const { values } = draft
  const moved = seen !== null && draft.changed && seen.version !== word.version
  const type = (part: Partial<typeof values>) => {
    if (seen === null) setSeen(word)
    draft.type(part)
  }
  function clear() {
    draft.clear()
    setSeen(null)
  }
  async function save(version: number) {
    const saved = await action.run({
      kind: word.kind,
      id: word.id,
      version,
      ...(word.kind === 'brand'
        ? { name: values.texts['nl'] ?? '', supplier_email: values.mail }
        : { texts: values.texts }),
      ...(word.kind === 'value' ? { hexcode: values.hexcode } : {}),
      ...(word.kind === 'tag' ? { parent: values.parent } : {}),
    })
    if (!saved) return
    clear()
    onDone(saved.change)
  }
  return (
    <Form
      title={word.name}
      titled={false}
      submit={t('save')}
      wrong={moved ? null : action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={clear}
      note={t('liveAtOnce')}
      onSubmit={async () => {
        if (mayWrite && !moved) await save(seen?.version ?? word.version)
      }}
    >
      <AttributeFields kind={word.kind} values={values} readOnly={!mayWrite} type={type} />
      {word.kind === 'tag' ? (
        <FormSelect
          label={t('attribute.group')}
          disabled={!mayWrite}
          value={values.parent}
          onChange={({ target }) => type({ parent: target.value })}
        >
          {words
            .filter(({ kind }) => kind === 'group')
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </FormSelect>
      ) : null}
      {moved ? (
        <Notice kind="warn">
          <p>{t('writtenMeanwhile')}</p>
          <p>{Object.values(stands.texts).join(' · ')}</p>
          <div className={css.actions}>
            <ActionButton little onClick={() => void save(word.version)}>
              {t('takeMine')}
            </ActionButton>
            <ActionButton little onClick={clear}>
              {t('takeTheirs')}
            </ActionButton>
          </div>
        </Notice>
      ) : null}
    </Form>
  )
}

function Uses({ word, words }: Pick<AttributeFormProps, 'word' | 'words'>) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('attributeUses', { kind: word.kind, id: word.id }))
  const title = t('attribute.whereUsed', { name: word.name })
  if (!data) return null
  const { gifts, sold, inside, places, drafts } = data
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.uses}>
        <li>
          {gifts > 0 ? (
            <BackofficeLink to={giftsOf(word, words)}>
              {t('attribute.usedPlain', { count: gifts })}
            </BackofficeLink>
          ) : (
            t('attribute.unused')
          )}
        </li>
        {sold > 0 ? <li>{t('attribute.sold', { count: sold })}</li> : null}
        {inside > 0 ? <li>{t('attribute.inside', { count: inside })}</li> : null}
        {places.map(({ channel, kind, id, name }) => (
          <li key={`${channel} ${kind} ${id}`}>
            <BackofficeLink
              to={`/backoffice/content/${kind === 'navigation' ? 'navigation' : 'tiles'}?channel=${channel}`}
            >
              {t(kind === 'navigation' ? 'attribute.inMenu' : 'attribute.onTile', {
                channel,
                name,
              })}
            </BackofficeLink>
          </li>
        ))}
        {drafts.map(({ id, name }) => (
          <li key={id}>
            <BackofficeLink to={`/backoffice/releases/${id}`}>
              {t('attribute.inDraft', { name })}
            </BackofficeLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Merge, retire or remove. An attribute in use is never lost. */
function Ways({
  word,
  words,
  onDone,
  onGone,
  onGoing,
}: AttributeFormProps & { onGoing: (going: boolean) => void }) {
  const t = useTranslate()
  const [into, setInto] = useState('')
  const [reason, setReason] = useState('')
  const others = words.filter(
    ({ kind, id, parent, retired }) =>
      kind === word.kind &&
      id !== word.id &&
      !retired &&
      (kind !== 'value' || parent === word.parent),
  )
  const groupOf = new Map(
    words.flatMap(({ kind, id, name }) => (kind === 'group' ? [[id, name]] : [])),
  )
  const target = others.find(({ id }) => id === into)
  const merge = useAction('mergeCatalogueWords', {
    done: ({ gifts }) =>
      t('attribute.merged', { name: word.name, into: target?.name ?? into, count: gifts }),
  })
  const change = useAction('changeAttribute', {
    done: ({ word: { name } }) => t('attribute.saved', { name }),
  })
  const remove = useAction('removeAttribute', {
    done: () => t('attribute.removed', { name: word.name }),
  })
  const { kind, id, version, name } = word
  const holds = kind === 'group' || kind === 'dimension'
  const isUsed =
    word.gifts + word.places > 0 || (holds && words.some(({ parent }) => parent === id))
  const wrong = change.wrong ?? remove.wrong
  return (
    <>
      {others.length > 0 ? (
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
                  {other.kind === 'tag' ? `${groupOf.get(other.parent ?? '') ?? ''}: ` : ''}
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
                <ActionButton
                  busy={merge.busy}
                  onClick={() => {
                    void (async () => {
                      onGoing(true)
                      const merged = await merge.run({ kind, id, into, gifts: word.gifts, reason })
                      if (!merged) return onGoing(false)
                      onDone(merged.change)
                      onGone(`${kind} ${into}`)
                    })()
                  }}
                >
                  {t('attribute.mergeAction', { count: word.gifts })}
                </ActionButton>
              </>
            ) : null}
          </div>
          {merge.wrong ? <Notice kind="bad">{merge.wrong}</Notice> : null}
          <p className={css.soft}>{t('attribute.mergeHelp', { name })}</p>
        </section>
      ) : null}
      <section className={css.part}>
        <div className={css.actions}>
          {isUsed ? null : (
            <ActionButton
              look="bad"
              busy={remove.busy}
              onClick={() => {
                void (async () => {
                  onGoing(true)
                  const removed = await remove.run({ kind, id, version })
                  if (!removed) return onGoing(false)
                  onDone(removed.change)
                  onGone(null)
                })()
              }}
            >
              {t('attribute.remove', { name })}
            </ActionButton>
          )}
          {kind === 'group' ? null : (
            <ActionButton
              busy={change.busy}
              onClick={() => {
                void (async () => {
                  const changed = await change.run({ kind, id, version, retired: !word.retired })
                  if (changed) onDone(changed.change)
                })()
              }}
            >
              {t(word.retired ? 'attribute.bringBack' : 'attribute.retire', { name })}
            </ActionButton>
          )}
        </div>
        {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
        {kind === 'group' ? null : <p className={css.soft}>{t('attribute.retireHelp')}</p>}
      </section>
    </>
  )
}
