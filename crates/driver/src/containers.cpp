/* What libstdc++'s containers leave to its library, for programs that use std::map, std::list or std::unordered_map. Compiled and
   linked only then. Trees are not balanced here: the order of elements is the same, and no program notices more. */
#include <list>
#include <map>
#include <unordered_map>

namespace std {

typedef _Rb_tree_node_base Node;

/* All nodes are black, so that the header, which is red, can be told from the root. */
void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent, Node &header) throw() {
    node->_M_parent = parent;
    node->_M_left = node->_M_right = nullptr;
    node->_M_color = _S_black;
    if (parent == &header) {
        header._M_parent = header._M_left = header._M_right = node;
    } else if (left) {
        parent->_M_left = node;
        if (header._M_left == parent) header._M_left = node;
    } else {
        parent->_M_right = node;
        if (header._M_right == parent) header._M_right = node;
    }
}

static Node *leftmost(Node *node) {
    while (node->_M_left) node = node->_M_left;
    return node;
}

static Node *rightmost(Node *node) {
    while (node->_M_right) node = node->_M_right;
    return node;
}

/* Puts one subtree, perhaps empty, in the place of another. */
static void replace(Node *old, Node *with, Node &header) {
    if (header._M_parent == old) header._M_parent = with;
    else if (old->_M_parent->_M_left == old) old->_M_parent->_M_left = with;
    else old->_M_parent->_M_right = with;
    if (with) with->_M_parent = old->_M_parent;
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) throw() {
    if (header._M_left == node) header._M_left = node->_M_right ? leftmost(node->_M_right) : node->_M_parent;
    if (header._M_right == node) header._M_right = node->_M_left ? rightmost(node->_M_left) : node->_M_parent;
    if (!node->_M_left) {
        replace(node, node->_M_right, header);
    } else if (!node->_M_right) {
        replace(node, node->_M_left, header);
    } else {
        Node *next = leftmost(node->_M_right);
        if (next->_M_parent != node) {
            replace(next, next->_M_right, header);
            next->_M_right = node->_M_right;
            next->_M_right->_M_parent = next;
        }
        replace(node, next, header);
        next->_M_left = node->_M_left;
        next->_M_left->_M_parent = next;
    }
    return node;
}

Node *_Rb_tree_increment(Node *node) throw() {
    if (node->_M_right) return leftmost(node->_M_right);
    Node *parent = node->_M_parent;
    while (node == parent->_M_right) {
        node = parent;
        parent = parent->_M_parent;
    }
    /* If the root has no right subtree, the loop has gone once around the header. */
    return node->_M_right == parent ? node : parent;
}

Node *_Rb_tree_decrement(Node *node) throw() {
    if (node->_M_color == _S_red) return node->_M_right;
    if (node->_M_left) return rightmost(node->_M_left);
    Node *parent = node->_M_parent;
    while (node == parent->_M_left) {
        node = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

const Node *_Rb_tree_increment(const Node *node) throw() { return _Rb_tree_increment(const_cast<Node *>(node)); }

const Node *_Rb_tree_decrement(const Node *node) throw() { return _Rb_tree_decrement(const_cast<Node *>(node)); }

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const next) noexcept {
    _M_next = next;
    _M_prev = next->_M_prev;
    next->_M_prev->_M_next = this;
    next->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept {
    if (this == last) return;
    _List_node_base *end = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    _M_prev->_M_next = first;
    first->_M_prev = _M_prev;
    end->_M_next = this;
    _M_prev = end;
}

static bool is_prime(size_t number) {
    for (size_t factor = 2; factor * factor <= number; factor++)
        if (number % factor == 0) return false;
    return number > 1;
}

size_t _Prime_rehash_policy::_M_next_bkt(size_t least) const {
    while (!is_prime(least)) least++;
    _M_next_resize = static_cast<size_t>(least * static_cast<double>(_M_max_load_factor));
    return least;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
    if (elements + more <= _M_next_resize) return {false, 0};
    size_t wanted = elements + more;
    if (_M_next_resize == 0 && wanted < 11) wanted = 11;
    size_t least = static_cast<size_t>(wanted / static_cast<double>(_M_max_load_factor));
    if (least >= buckets) return {true, _M_next_bkt(least + 1 > 2 * buckets ? least + 1 : 2 * buckets)};
    _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
    return {false, 0};
}

} // namespace __detail
} // namespace std
