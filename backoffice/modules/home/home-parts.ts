import type { Role } from '#domain/staff/permissions.ts'

/** What Home consists of. `metrics` are the numbers and charts of the period. */
export type HomePart =
  | 'metrics'
  | 'gifts'
  | 'tasks'
  | 'questions'
  | 'releases'
  | 'due'
  | 'stock'
  | 'activity'

type Layout = { main: readonly HomePart[]; side: readonly HomePart[] }

/** The order of each role: its own work first. What a person may not read is left out. */
export const HOME_OF: Record<Role, Layout> = {
  owner: {
    main: ['metrics', 'gifts', 'releases'],
    side: ['due', 'tasks', 'stock', 'questions', 'activity'],
  },
  editor: {
    main: ['releases', 'metrics', 'gifts'],
    side: ['due', 'tasks', 'activity'],
  },
  merchandiser: {
    main: ['metrics', 'gifts', 'releases'],
    side: ['stock', 'due', 'tasks', 'activity'],
  },
  fulfilment: {
    main: ['tasks', 'metrics', 'gifts'],
    side: ['due', 'stock', 'activity'],
  },
  service: {
    main: ['questions', 'tasks', 'metrics'],
    side: ['due', 'releases', 'activity'],
  },
  reader: {
    main: ['metrics', 'gifts', 'releases'],
    side: ['due', 'tasks', 'stock'],
  },
}
