/**
 * The order of these steps is what the protocol asks for.
 * A peer may close the stream while the last one is under way.
 * Then the client begins again with the first of them.
 */
export interface Plan {
  name: string;
}
