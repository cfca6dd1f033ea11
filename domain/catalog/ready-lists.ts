/** An answer as it goes over the wire: made once, sent to many. */
export interface ReadyList {
  readonly bytes: Uint8Array;
  /** Names this content: two answers with the same tag are the same. */
  readonly tag: string;
}

/** Answers of lists that are kept ready. Who may have one is asked before, each time: nothing here knows who asks. */
export abstract class ReadyLists {
  /** The answer kept under this key in this state of the catalogue, else what `make` gives; who asks for it at once waits for the same. */
  abstract get(key: string, state: string, make: () => Promise<unknown>): Promise<ReadyList>;
}
