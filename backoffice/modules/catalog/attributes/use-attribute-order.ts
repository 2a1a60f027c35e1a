import { type DragEvent, useState } from 'react'

import {
  attributeKey,
  siblingsOf,
  type Word,
} from '#backoffice/modules/catalog/attributes/attribute-kinds.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'

export type AttributeOrder = ReturnType<typeof useAttributeOrder>
export type AttributeDrag = ReturnType<typeof useAttributeDrag>

/** Moves attributes, and undoes the last change of this page. */
export function useAttributeOrder(words: readonly Word[]) {
  const t = useTranslate()
  const announce = useAnnounce()
  const [last, setLast] = useState<string | null>(null)
  const order = useAction('reorderAttributes')
  const move = useAction('changeAttribute')
  const undo = useAction('undoBulkChange', {
    done: ({ put_back, left_alone }) =>
      t(left_alone === 0 ? 'undoDone' : 'undoPartial', { count: put_back, left: left_alone }),
  })

  async function place(word: Word, to: number) {
    const before = siblingsOf(word, words).map(({ id }) => id)
    const from = before.indexOf(word.id)
    if (to < 0 || to >= before.length || from === to || order.busy) return
    const after = before.toSpliced(from, 1).toSpliced(to, 0, word.id)
    const done = await order.run({
      kind: word.kind as 'group' | 'tag' | 'value',
      ...(word.parent === null ? {} : { parent: word.parent }),
      before,
      after,
    })
    if (!done) return
    setLast(done.change)
    announce(t('movedTo', { name: word.name, place: to + 1, of: before.length }))
  }
  async function moveInto(word: Word, group: Word) {
    const done = await move.run({
      kind: 'tag',
      id: word.id,
      version: word.version,
      parent: group.id,
    })
    if (!done) return
    setLast(done.change)
    announce(t('attribute.moved', { name: word.name, group: group.name }))
  }
  async function undoLast() {
    if (last !== null && (await undo.run({ id: last }))) setLast(null)
  }
  const failure = order.failure ?? move.failure ?? undo.failure
  return { place, moveInto, last, setLast, undoLast, undoing: undo.busy, failure: failure }
}

/** The row that is dragged, and the rows that accept it. */
export function useAttributeDrag(words: readonly Word[], order: AttributeOrder) {
  const [heldKey, setHeldKey] = useState<string | null>(null)
  // The current data: it may have been refetched while the row was dragged.
  const held = words.find((word) => attributeKey(word) === heldKey) ?? null
  const hold = (word: Word) => setHeldKey(attributeKey(word))
  const release = () => setHeldKey(null)
  function drop(event: DragEvent, on: Word, at: number) {
    event.preventDefault()
    event.stopPropagation()
    release()
    if (!held) return
    if (held.kind === on.kind && held.parent === on.parent) void order.place(held, at)
    else if (held.kind === 'tag' && on.kind === 'group' && held.parent !== on.id) {
      void order.moveInto(held, on)
    }
  }
  const takes = (on: Word) =>
    held !== null &&
    ((held.kind === on.kind && held.parent === on.parent) ||
      (held.kind === 'tag' && on.kind === 'group'))
  return { held, hold, release, drop, takes }
}
