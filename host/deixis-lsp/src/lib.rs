//! Language Server Protocol client: codec, request queue, peer actor, capabilities, documents.
