package dropline

import "encoding/json"

// Nullable is a field of a request that can be left out (nil), null (Null) or a value (Value).
type Nullable[T any] map[bool]T

// Value is a field with this value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{true: value} }

// Null is a field that is null, which clears it in a PATCH.
func Null[T any]() Nullable[T] {
	var zero T
	return Nullable[T]{false: zero}
}

// Ptr points to a value, for optional numbers, booleans and structures.
func Ptr[T any](value T) *T { return &value }

func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if value, ok := n[true]; ok {
		return json.Marshal(value)
	}
	return []byte("null"), nil
}

func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*n = Null[T]()
		return nil
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*n = Value(value)
	return nil
}
